import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadEnvironment, runCommand, warn } from "@/lib/programs/command-line";
import { BackupError } from "@/lib/programs/data-backup";
import { isSqliteError } from "@/lib/state/sqlite/database";

const CHARACTERS_MIN = 16;

/**
 * Runs `npm run backup` or `restore`: `<folder> [--passphrase-file <file>]`. `act` gets the absolute
 * folder and the passphrase, null without a file; it may throw a BackupError for the person.
 *
 * Exits with 0 on success, 1 on failure, 2 on a usage error.
 */
export async function runBackupCommand(
  usage: string,
  act: (folder: string, passphrase: string | null) => void,
): Promise<void> {
  loadEnvironment();
  await runCommand(async (args) => {
    const [folder, option, file, ...rest] = args;
    const isUsed = folder !== undefined && !folder.startsWith("-") && rest.length === 0;
    if (!isUsed || (option !== undefined && (option !== "--passphrase-file" || !file))) {
      process.stderr.write(usage);
      return 2;
    }
    try {
      act(resolve(folder), readPassphrase(file));
    } catch (error) {
      const { message, syscall } = error as NodeJS.ErrnoException;
      // The file system or the database also says why, such as a full disk.
      const isExplained = error instanceof BackupError || syscall !== undefined;
      if (!isExplained && !isSqliteError(error)) throw error;
      warn(message);
      return 1;
    }
    return 0;
  });
}

/** Reads it from a file, because other users of the machine can see the arguments of a command. */
function readPassphrase(file: string | undefined): string | null {
  if (file === undefined) return null;
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new BackupError(`${file} can't be read (${(cause as NodeJS.ErrnoException).code}).`);
  }
  if (text.length >= CHARACTERS_MIN) return text;
  throw new BackupError(`The passphrase needs at least ${CHARACTERS_MIN} characters.`);
}

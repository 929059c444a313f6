import { readFileSync } from "node:fs";
import { BackupError } from "@/lib/state/sqlite/data-backup";

const CHARACTERS_MIN = 16;

/**
 * Reads the passphrase in a file; null without one. A file, because other users of the machine can
 * see the arguments of a command.
 *
 * @throws BackupError
 */
export function readPassphrase(file: string | undefined): string | null {
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

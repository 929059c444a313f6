/**
 * `npm run restore`: restores a backup into the data folder of a stopped server
 * (docs/operating.md, "Backups").
 *
 * Exits with 0 on success, 1 on failure, 2 on a usage error.
 */
import { resolve } from "node:path";
import { config } from "@/lib/config";
import { loadEnvironment, runCommand, say, warn } from "@/lib/programs/command-line";
import { readPassphrase } from "@/lib/programs/passphrase";
import { BackupError, restoreDataFolder } from "@/lib/state/sqlite/data-backup";

const USAGE = "Usage: npm run restore -- <folder of the backup> [--passphrase-file <file>]\n";

loadEnvironment();
await runCommand(async (args) => {
  const [folder, option, file, ...rest] = args;
  const isUsed = folder !== undefined && !folder.startsWith("-") && rest.length === 0;
  if (!isUsed || (option !== undefined && (option !== "--passphrase-file" || !file))) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { dataDir } = config();
  try {
    const names = restoreDataFolder(resolve(folder), dataDir, readPassphrase(file));
    say(`Restored into ${dataDir}: ${names.join(", ") || "no files"}`);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    warn(error.message);
    return 1;
  }
  say("Check it with: npm run doctor");
  return 0;
});

/**
 * `npm run backup`: backs up the data folder, also while the server runs
 * (docs/operating.md, "Backups").
 *
 * Exits with 0 on success, 1 on failure, 2 on a usage error.
 */
import { resolve } from "node:path";
import {
  configOfServer,
  loadEnvironment,
  runCommand,
  say,
  warn,
} from "@/lib/programs/command-line";
import { readPassphrase } from "@/lib/programs/passphrase";
import { BackupError, backUpDataFolder } from "@/lib/state/sqlite/data-backup";

const USAGE = `Usage: npm run backup -- <new folder> [--passphrase-file <file>]

With a passphrase, the backup also contains the secrets, encrypted. Without them, API keys and saved
images of a restored installation are not valid, unless your settings define the secrets.
`;

loadEnvironment();
await runCommand(async (args) => {
  const [folder, option, file, ...rest] = args;
  const isUsed = folder !== undefined && !folder.startsWith("-") && rest.length === 0;
  if (!isUsed || (option !== undefined && (option !== "--passphrase-file" || !file))) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { dataDir, databaseUrl } = configOfServer();
  try {
    const names = backUpDataFolder(dataDir, resolve(folder), readPassphrase(file));
    say(`${resolve(folder)}: ${names.join(", ") || "no files"}`);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    warn(error.message);
    return 1;
  }
  if (databaseUrl !== null) {
    say("Accounts, keys, counts and the library are in the database. Back it up with:");
    say("  pg_dump --format=custom --schema=vitrine --file=vitrine.dump <DATABASE_URL>");
  }
  return 0;
});

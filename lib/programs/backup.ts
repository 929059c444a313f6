/**
 * `npm run backup`: backs up the data folder, also while the server runs
 * (docs/operating.md, "Backups").
 */
import { runBackupCommand } from "@/lib/programs/backup-command";
import { configOfServer, say } from "@/lib/programs/command-line";
import { backUpDataFolder } from "@/lib/programs/data-backup";

const USAGE = `Usage: npm run backup -- <new folder> [--passphrase-file <file>]

With a passphrase, the backup also contains the secrets, encrypted. Without them, API keys and saved
images of a restored installation are not valid, unless your settings define the secrets.
`;

await runBackupCommand(USAGE, (folder, passphrase) => {
  const { dataDir, databaseUrl } = configOfServer();
  const names = backUpDataFolder(dataDir, folder, passphrase);
  say(`${folder}: ${names.join(", ") || "no files"}`);
  if (databaseUrl === null) return;
  say("Accounts, keys, counts and the library are in the database. Back it up with:");
  say("  pg_dump --format=custom --schema=vitrine --file=vitrine.dump <DATABASE_URL>");
});

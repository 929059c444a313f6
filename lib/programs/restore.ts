/**
 * `npm run restore`: restores a backup into the data folder of a stopped server
 * (docs/operating.md, "Backups").
 */
import { config } from "@/lib/config";
import { runBackupCommand } from "@/lib/programs/backup-command";
import { say } from "@/lib/programs/command-line";
import { restoreDataFolder } from "@/lib/programs/data-backup";

const USAGE = "Usage: npm run restore -- <folder of the backup> [--passphrase-file <file>]\n";

await runBackupCommand(USAGE, (folder, passphrase) => {
  const { dataDir } = config();
  const names = restoreDataFolder(folder, dataDir, passphrase);
  say(`Restored into ${dataDir}: ${names.join(", ") || "no files"}`);
  say("Check it with: npm run doctor");
});

/**
 * A program that scans folders into a library whenever its parent asks, and reports every folder and file.
 * Run by root, it acts as a user whom permissions stop.
 */
import { scanSource } from "@/lib/service/library/scan-source";
import { openLibrary } from "@/lib/state/open-library";
import { PICTURE_READER } from "@/tests/support/pictures/picture-reader";
import { UNPRIVILEGED_UID } from "./unprivileged";

/** `only`: paths to scan in each source; null for whole sources. */
export type ScanRequest = { only: readonly string[] | null };
export type ScanReport = "progress" | "done";

const [dataDir = "", databaseUrl = "", ...folders] = process.argv.slice(2);
if (process.getuid?.() === 0) process.seteuid?.(UNPRIVILEGED_UID);
const library = openLibrary({ dataDir, databaseUrl: databaseUrl || null });
const report = (event: ScanReport) => process.send?.(event);

process.on("message", async ({ only }: ScanRequest) => {
  await library.followSettings(folders);
  for (const source of await library.sources()) {
    await scanSource(library, source, {
      ...PICTURE_READER,
      only,
      onFolder: () => report("progress"),
      onProgress: () => report("progress"),
    });
  }
  report("done");
});
process.on("disconnect", () => library.close());

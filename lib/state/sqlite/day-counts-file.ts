import "server-only";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { warnThrottled } from "@/lib/platform/log";

/**
 * A second copy of the ledger's counts as a JSON file, for a database that is deleted or replaced:
 * searches of a service by day (days since 1970 in UTC).
 *
 * It is written inside the ledger's transaction, so two processes never write at once. A new file
 * replaces the old one by renaming, so a reader sees one of them completely.
 */
export function createDayCountsFile(path: string) {
  function readAll(): Record<string, Record<string, number>> {
    try {
      return JSON.parse(readFileSync(path, "utf8")) ?? {};
    } catch {
      return {};
    }
  }
  return {
    /** Returns the counts of one service; none if the file is missing or unreadable. */
    read(service: string): Map<number, number> {
      const entries = Object.entries(Object(readAll()[service]) as Record<string, unknown>);
      const counts = entries.map(([day, count]) => [Number(day), Number(count)] as const);
      return new Map(
        counts.filter(([day, count]) => Number.isInteger(day) && Number.isInteger(count)),
      );
    },
    /** Replaces the counts of one service. Only logs a failure, because the database has the counts. */
    write(service: string, counts: ReadonlyMap<number, number>): void {
      const draft = `${path}.${process.pid}`;
      try {
        const text = JSON.stringify({ ...readAll(), [service]: Object.fromEntries(counts) });
        writeFileSync(draft, `${text}\n`, { mode: 0o600 });
        renameSync(draft, path);
      } catch (cause) {
        warnThrottled("store_failed", "day-counts", cause);
        rmSync(draft, { force: true });
      }
    },
  };
}

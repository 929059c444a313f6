import "server-only";
import { migrate, type SqliteDatabase } from "@/lib/platform/sqlite";
import type { Suspension, Suspensions } from "./suspensions";

const STEPS = [
  // The table of an earlier version held the service's own text, which may repeat a query.
  `DROP TABLE IF EXISTS service_gates;
   CREATE TABLE suspensions (
     service TEXT PRIMARY KEY,
     code TEXT NOT NULL,
     suspended_until_ms INTEGER NOT NULL,
     duration_ms INTEGER NOT NULL
   ) STRICT;`,
];

export function createSqliteSuspensions(database: SqliteDatabase): Suspensions {
  migrate(database, "suspensions", STEPS);
  const find = database.prepare(
    `SELECT code, suspended_until_ms AS suspendedUntilMs, duration_ms AS durationMs
     FROM suspensions WHERE service = ?`,
  );
  const claimProbe = database.prepare(
    "UPDATE suspensions SET suspended_until_ms = ? WHERE service = ? AND suspended_until_ms <= ?",
  );
  const suspend = database.prepare(
    `INSERT INTO suspensions (service, code, suspended_until_ms, duration_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (service) DO UPDATE SET code = excluded.code, duration_ms = excluded.duration_ms,
       suspended_until_ms = excluded.suspended_until_ms
     WHERE excluded.suspended_until_ms > suspended_until_ms`,
  );
  const remove = database.prepare("DELETE FROM suspensions WHERE service = ?");

  function read(service: string): Suspension | null {
    const row = find.get(service) as Suspension | undefined;
    if (row === undefined) return null;
    const { code, suspendedUntilMs, durationMs } = row;
    return { code, suspendedUntilMs, durationMs };
  }

  return {
    find: async (service) => read(service),
    admit: async (service, { nowMs, probeMs }) => {
      // Without a suspension, which is the usual case, nothing is written and no lock is taken.
      const suspension = read(service);
      if (suspension === null) return { isAdmitted: true, probed: null };
      const isProbe = claimProbe.run(nowMs + probeMs, service, nowMs).changes === 1;
      if (isProbe) return { isAdmitted: true, probed: suspension };
      return { isAdmitted: false, suspension: read(service) ?? suspension };
    },
    suspend: async (service, { code, suspendedUntilMs, durationMs }) => {
      suspend.run(service, code, suspendedUntilMs, durationMs);
    },
    remove: async (service) => {
      remove.run(service);
    },
  };
}

import "server-only";
import { migrate, type SqliteDatabase } from "@/lib/platform/sqlite";
import type { Suspension, Suspensions } from "./suspensions";

const STEPS = [
  `CREATE TABLE service_gates (
     service TEXT PRIMARY KEY,
     code TEXT NOT NULL,
     service_said TEXT,
     until_ms INTEGER
   ) STRICT;`,
];

export function createSqliteSuspensions(database: SqliteDatabase): Suspensions {
  migrate(database, "service-gates", STEPS);
  const find = database.prepare(
    `SELECT code, service_said AS serviceSaid, until_ms AS untilMs FROM service_gates
     WHERE service = ? AND (until_ms IS NULL OR until_ms > ?)`,
  );
  const close = database.prepare(
    `INSERT INTO service_gates (service, code, service_said, until_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (service) DO UPDATE SET
       code = excluded.code, service_said = excluded.service_said, until_ms = excluded.until_ms
     WHERE until_ms IS NOT NULL AND (excluded.until_ms IS NULL OR excluded.until_ms > until_ms)`,
  );
  const open = database.prepare("DELETE FROM service_gates WHERE service = ?");
  return {
    find: async (service, nowMs) => {
      const row = find.get(service, nowMs) as Suspension | undefined;
      if (row === undefined) return null;
      const { code, serviceSaid, untilMs } = row;
      return { code, serviceSaid, untilMs };
    },
    close: async (service, { code, serviceSaid, untilMs }) => {
      close.run(service, code, serviceSaid, untilMs);
    },
    open: async (service) => {
      open.run(service);
    },
  };
}

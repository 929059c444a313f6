import "server-only";
import { migrate, type SqliteDatabase } from "@/lib/state/sqlite/database";

/** Calls to a service that are stopped, because of an error of the table with this code. */
export type Suspension = {
  code: string;
  /** Milliseconds since the epoch. */
  suspendedUntilMs: number;
  /** How long it lasts in all; a probe that fails the same way lengthens the next one. */
  durationMs: number;
};

export type Admission =
  /** `probed` is the suspension that this call tests, null if there is none. */
  { isAdmitted: true; probed: Suspension | null } | { isAdmitted: false; suspension: Suspension };

export type Suspensions = ReturnType<typeof createSqliteSuspensions>;

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

/**
 * Creates the list of suspended services, by a fingerprint of URL and key, so that another key is
 * asked at once. It may be lost: one more search is then spent to get the same error.
 */
export function createSqliteSuspensions(database: SqliteDatabase) {
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
    /** The suspension of a service, also one whose time is over and that no call has probed yet. */
    find: async (service: string) => read(service),
    /**
     * Admits a call unless the service is suspended. After the suspension's time one caller of all
     * processes is admitted as the probe; the others are refused for `probeMs` more.
     */
    admit: async (
      service: string,
      { nowMs, probeMs }: { nowMs: number; probeMs: number },
    ): Promise<Admission> => {
      // Without a suspension, which is the usual case, nothing is written and no lock is taken.
      const suspension = read(service);
      if (suspension === null) return { isAdmitted: true, probed: null };
      const isProbe = claimProbe.run(nowMs + probeMs, service, nowMs).changes === 1;
      if (isProbe) return { isAdmitted: true, probed: suspension };
      return { isAdmitted: false, suspension: read(service) ?? suspension };
    },
    /** Suspends a service; of two suspensions the later end counts. */
    suspend: async (service: string, { code, suspendedUntilMs, durationMs }: Suspension) => {
      suspend.run(service, code, suspendedUntilMs, durationMs);
    },
    remove: async (service: string) => {
      remove.run(service);
    },
  };
}

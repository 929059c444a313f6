import "server-only";
import { DAY_MS } from "@/lib/contract/day-ms";
import { sql } from "../sql";
import type { Store, StoreTime } from "../store";
import type { Deliveries, Warning, WarningState } from "../warning-state";

/** The table of `WarningState`, for both databases (`toPostgresTables`). */
export const WARNING_TABLES = `
CREATE TABLE warnings (
  id TEXT PRIMARY KEY,
  -- Null for the budget of a service.
  account TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  -- The id of the account, or the URL of the service.
  subject TEXT NOT NULL,
  percent INTEGER NOT NULL,
  used INTEGER NOT NULL,
  month_limit INTEGER NOT NULL,
  resets_at_ms INTEGER NOT NULL,
  warned_at_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  attempted_at_ms INTEGER,
  next_attempt_at_ms INTEGER NOT NULL,
  delivered_at_ms INTEGER,
  -- Why the last attempt failed.
  problem TEXT,
  UNIQUE (subject, resets_at_ms, month_limit, percent)
) STRICT;
CREATE INDEX warnings_due ON warnings (next_attempt_at_ms) WHERE delivered_at_ms IS NULL;
`;

/** The wait after a failed attempt: five seconds, four times as long after each further one. */
const FIRST_WAIT_MS = 5_000;
const WAIT_FACTOR = 4;
const WAIT_MS_MAX = 4 * 3_600_000;

/** How long a warning is kept; longer than the month in which it must not be repeated. */
const KEPT_WARNING_MS = 90 * DAY_MS;

type Row = Omit<Warning, "kind"> & { account: string | null };

/** Creates the state of warnings in a store with `WARNING_TABLES`. */
export function createWarningState(store: Store): WarningState {
  return {
    async claim(leaseMs) {
      const due = ({ nowMs }: StoreTime) => sql`delivered_at_ms IS NULL
        AND next_attempt_at_ms <= ${nowMs} AND warned_at_ms > ${nowMs - DAY_MS}`;
      // Most calls find nothing, and then take no lock.
      const seen = await store.read(({ get, time }) =>
        get<{ id: string }>(
          ...sql`SELECT id FROM warnings WHERE ${due(time)}
            ORDER BY warned_at_ms, percent LIMIT 1`,
        ),
      );
      if (seen === null) return null;
      return store.write({ locks: [] }, async ({ get, time }) => {
        const { nowMs } = time;
        // Another process may have claimed it meanwhile.
        const row = await get<Row>(
          ...sql`UPDATE warnings SET attempts = attempts + 1, attempted_at_ms = ${nowMs},
              next_attempt_at_ms = ${nowMs + leaseMs}
            WHERE id = ${seen.id} AND ${due(time)}
            RETURNING id, account, subject, percent, used, month_limit AS "limit",
              resets_at_ms AS "resetsAtMs", warned_at_ms AS "warnedAtMs", attempts`,
        );
        if (row === null) return null;
        const { account, ...warning } = row;
        return { ...warning, kind: account === null ? "budget" : "quota" };
      });
    },
    async settle({ id, attempts }, problem) {
      const waitMs = Math.min(FIRST_WAIT_MS * WAIT_FACTOR ** (attempts - 1), WAIT_MS_MAX);
      await store.write({ locks: [] }, async ({ run, time: { nowMs } }) => {
        await run(
          ...sql`UPDATE warnings SET problem = ${problem},
              delivered_at_ms = ${problem === null ? nowMs : null},
              next_attempt_at_ms = ${nowMs + waitMs}
            WHERE id = ${id} AND delivered_at_ms IS NULL`,
        );
        await run(...sql`DELETE FROM warnings WHERE warned_at_ms < ${nowMs - KEPT_WARNING_MS}`);
      });
    },
    deliveries: () =>
      store.read(async ({ get, time: { nowMs } }): Promise<Deliveries> => {
        const [last, failed, waiting] = await Promise.all([
          get<{ atMs: number | null }>(...sql`SELECT max(delivered_at_ms) AS "atMs" FROM warnings`),
          get<{ problem: string; atMs: number; retryAtMs: number; warnedAtMs: number }>(
            ...sql`SELECT problem, attempted_at_ms AS "atMs", next_attempt_at_ms AS "retryAtMs",
                warned_at_ms AS "warnedAtMs" FROM warnings
              WHERE delivered_at_ms IS NULL AND problem IS NOT NULL
              ORDER BY attempted_at_ms DESC LIMIT 1`,
          ),
          get<{ count: number }>(
            ...sql`SELECT count(*) AS count FROM warnings
              WHERE delivered_at_ms IS NULL AND warned_at_ms > ${nowMs - DAY_MS}`,
          ),
        ]);
        const lastAtMs = last?.atMs ?? null;
        const isFailing = failed !== null && failed.atMs > (lastAtMs ?? 0);
        return {
          nowMs,
          lastAtMs,
          failure: isFailing
            ? {
                problem: failed.problem,
                atMs: failed.atMs,
                retryAtMs: failed.retryAtMs < failed.warnedAtMs + DAY_MS ? failed.retryAtMs : null,
              }
            : null,
          waitingCount: waiting?.count ?? 0,
        };
      }),
  };
}

import "server-only";
import { RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from "rate-limiter-flexible";
import { migrate, type SqliteDatabase } from "@/lib/state/sqlite/database";

/**
 * Counts what each visitor used within a window that starts with the first use. The counts may be
 * lost; then all visitors start again.
 */
export type VisitorCounter = {
  take(
    visitor: string,
  ): Promise<{ isAllowed: true } | { isAllowed: false; retryAfterSeconds: number }>;
  /** Gives one `take` back. */
  refund(visitor: string): Promise<void>;
};

/** `name` is unique among the counters of a store, in letters and underscores. */
export type CounterPolicy = { name: string; max: number; windowSeconds: number };

const STEPS = [
  `CREATE TABLE visitor_counts (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
   CREATE INDEX visitor_counts_end ON visitor_counts (expire);`,
];

/** How many uses lie between two clean-ups, and how many rows one of them deletes. */
const CLEAR_EVERY = 1000;
const CLEARED_MAX = 5000;

/** Creates a counter in this process's memory. */
export function createMemoryCounter({ name, max, windowSeconds }: CounterPolicy): VisitorCounter {
  return toCounter(
    new RateLimiterMemory({ keyPrefix: name, points: max, duration: windowSeconds }),
  );
}

/** Creates a counter in SQLite: processes on one file share it, and it survives a restart. */
export function createSqliteCounter(
  database: SqliteDatabase,
  { name, max, windowSeconds }: CounterPolicy,
): VisitorCounter {
  migrate(database, "visitor-counts", STEPS);
  const clear = database.prepare(
    `DELETE FROM visitor_counts WHERE key IN (
       SELECT key FROM visitor_counts WHERE expire < ? LIMIT ${CLEARED_MAX}
     )`,
  );
  let takesUntilClearing = 0;
  const counter = toCounter(
    new RateLimiterSQLite({
      keyPrefix: name,
      points: max,
      duration: windowSeconds,
      storeClient: database,
      storeType: "better-sqlite3",
      tableName: "visitor_counts",
      tableCreated: true,
      clearExpiredByTimeout: false,
    }),
  );
  return {
    ...counter,
    async take(visitor) {
      takesUntilClearing -= 1;
      if (takesUntilClearing < 0) {
        takesUntilClearing = CLEAR_EVERY;
        clear.run(Date.now());
      }
      return counter.take(visitor);
    },
  };
}

/**
 * Counts in `local` while `shared` fails, and calls `onFailure` with the error. Visitors are then
 * admitted rather than refused: the budget still limits what they can spend.
 */
export function counterWithFallback(
  shared: VisitorCounter,
  { local, onFailure }: { local: VisitorCounter; onFailure: (cause: unknown) => void },
): VisitorCounter {
  const either = <T>(use: (counter: VisitorCounter) => Promise<T>) =>
    use(shared).catch((cause: unknown) => {
      onFailure(cause);
      return use(local);
    });
  return {
    take: (visitor) => either((counter) => counter.take(visitor)),
    refund: (visitor) => either((counter) => counter.refund(visitor)),
  };
}

function toCounter(limiter: RateLimiterMemory | RateLimiterSQLite): VisitorCounter {
  return {
    async take(visitor) {
      try {
        await limiter.consume(visitor);
        return { isAllowed: true };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        return { isAllowed: false, retryAfterSeconds };
      }
    },
    async refund(visitor) {
      await limiter.reward(visitor);
    },
  };
}

import "server-only";
import {
  RateLimiterMemory,
  RateLimiterRes,
  RateLimiterSQLite,
  type RateLimiterStoreAbstract,
} from "rate-limiter-flexible";
import { migrate, type SqliteDatabase } from "./database";
import type { CounterPolicy, VisitorCounter } from "./visitor-counters";

const STEPS = [
  `CREATE TABLE visitor_counts (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
   CREATE INDEX visitor_counts_end ON visitor_counts (expire);`,
];

type Limiter = RateLimiterMemory | RateLimiterStoreAbstract;

/** A counter in this process's memory. */
export function createMemoryCounter({ name, max, windowSeconds }: CounterPolicy): VisitorCounter {
  return toCounter(
    new RateLimiterMemory({ keyPrefix: name, points: max, duration: windowSeconds }),
  );
}

/**
 * A counter in SQLite, the same for all processes and after a restart. While the store fails it
 * counts in memory: visitors are let in rather than kept out, since the budget still guards what
 * they could spend.
 */
export function createSqliteCounter(
  database: SqliteDatabase,
  { name, max, windowSeconds }: CounterPolicy,
): VisitorCounter {
  migrate(database, "visitor-counts", STEPS);
  database.prepare("DELETE FROM visitor_counts WHERE expire < ?").run(Date.now());
  const options = { keyPrefix: name, points: max, duration: windowSeconds };
  return toCounter(
    new RateLimiterSQLite({
      ...options,
      storeClient: database,
      storeType: "better-sqlite3",
      tableName: "visitor_counts",
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(options),
    }),
  );
}

function toCounter(limiter: Limiter): VisitorCounter {
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
    async giveBack(visitor) {
      await limiter.reward(visitor);
    },
  };
}

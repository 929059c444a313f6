import fc from "fast-check";
import { expect, test } from "vitest";
import { dayAllowance, decideSpending } from "@/lib/core/limits/budget-pacing";
import { withPostgresSchema } from "@/lib/state/postgres/migrate-postgres";
import type { PostgresDatabase } from "@/lib/state/postgres/postgres-database";
import { createPostgresSearchState } from "@/lib/state/postgres/postgres-search-state";
import { SEARCH_SCHEMA } from "@/lib/state/postgres/search-schema";
import type { SearchStateSettings } from "@/lib/state/search-state";
import { temporaryPostgres, temporaryPostgresUrl } from "@/tests/support/postgres";
import { aSearch, aSearchEnd } from "@/tests/support/searches";

const SETTINGS: SearchStateSettings = {
  service: "https://images.example",
  fingerprint: "fingerprint",
  budget: { limit: 250, isPaced: false },
  visitorLimits: { perMinute: 1_000, perDay: 1_000 },
  keepsQueries: false,
};

const SEARCH = aSearch();
const END = aSearchEnd();

const ANSWER = { family: "f", count: 24, freshMs: 60_000, keepMs: 600_000, body: "{}" };

/** Several pools on one database, as several processes have them. */
async function processes(count: number): Promise<PostgresDatabase[]> {
  const url = await temporaryPostgresUrl();
  return Promise.all(
    Array.from({ length: count }, async () =>
      withPostgresSchema(await temporaryPostgres({ url }), SEARCH_SCHEMA),
    ),
  );
}

async function states(count: number, settings: Partial<SearchStateSettings> = {}) {
  const databases = await processes(count);
  return databases.map((each) => createPostgresSearchState(each, { ...SETTINGS, ...settings }));
}

/** Calls `work` for each number, in turn with each of the processes, all at once. */
function atOnce<T, Result>(
  parts: readonly T[],
  times: number,
  work: (part: T, number: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    Array.from({ length: times }, (_, number) => work(parts[number % parts.length] as T, number)),
  );
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

test("the server decides about spending as lib/core/budget-pacing does", async () => {
  const [database] = await processes(1);
  const spent = fc.record({
    limit: fc.oneof(fc.nat(500), fc.nat(100_000_000)),
    usedBefore: fc.oneof(fc.nat(500), fc.nat(100_000_000)),
    usedToday: fc.oneof(fc.nat(50), fc.nat(1_000_000)),
    isPaced: fc.boolean(),
    atMs: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) }),
  });
  await fc.assert(
    fc.asyncProperty(spent, async ({ limit, usedBefore, usedToday, isPaced, atMs }) => {
      const usedThisMonth = usedBefore + usedToday;
      const rows = await database?.run(
        (sql) => sql`
          SELECT vitrine.day_allowance_v1(${limit}, ${usedBefore}, ${atMs}) AS allowance,
                 reason, retry_after_seconds
          FROM vitrine.decide_spending_v1(
            ${usedThisMonth}, ${usedToday}, ${limit}, ${isPaced}, ${atMs})`,
      );
      const verdict = decideSpending({ usedThisMonth, usedToday }, { limit, isPaced }, atMs);
      expect(rows?.[0]).toEqual({
        allowance: dayAllowance({ limit, usedBefore, atMs }),
        reason: verdict.isAllowed ? null : verdict.reason,
        retry_after_seconds: verdict.isAllowed ? null : verdict.retryAfterSeconds,
      });
    }),
    { numRuns: 1_000 },
  );
});

test("of many processes that ask for one query, one acquires it", async () => {
  const some = await states(4);
  const outcomes = await atOnce(some, 200, async (state, number) => {
    const { outcome } = await state.admit({ ...SEARCH, visitor: `${number}`, holder: `${number}` });
    return outcome;
  });
  expect(countsOf(outcomes)).toEqual({ acquired: 1, pending: 199 });
});

test("an expired lease is taken over by one process", async () => {
  const [first, ...others] = await states(4);
  await first?.admit({ ...SEARCH, leaseMs: 0 });
  const outcomes = await atOnce(others, 100, async (state, number) => {
    const { outcome } = await state.admit({ ...SEARCH, holder: `${number}` });
    return outcome;
  });
  expect(countsOf(outcomes)).toEqual({ acquired: 1, pending: 99 });
});

test("a visitor never gets more than the limit, whichever processes answer", async () => {
  const some = await states(4, { visitorLimits: { perMinute: 100, perDay: 30 } });
  const outcomes = await atOnce(some, 200, async (state, number) => {
    const { outcome } = await state.admit({ ...SEARCH, key: `${number}` });
    return outcome;
  });
  expect(countsOf(outcomes)).toEqual({ acquired: 30, limited: 170 });
});

test("admitting and finishing the same queries and visitors at once blocks nothing", async () => {
  const some = await states(4, { visitorLimits: { perMinute: 1_000_000, perDay: 1_000_000 } });
  const outcomes = await atOnce(some, 600, async (state, number) => {
    const [key, visitor, holder] = [`${number % 3}`, `${number % 2}`, `${number}`];
    const { outcome } = await state.admit({ ...SEARCH, key, visitor, holder });
    const suspension =
      number % 5 === 0 ? ("lift" as const) : { code: "x", durationMs: 0, wasProbe: true };
    await state.finish({ ...END, key, holder, refundedVisitor: visitor, suspension });
    return outcome;
  });
  expect(outcomes).toHaveLength(600);
});

test("the month's limit holds for any number of processes", async () => {
  const some = await states(4, { budget: { limit: 100, isPaced: false } });
  const grants = await atOnce(some, 250, (state) => state.reserve());
  expect(grants.filter(({ isGranted }) => isGranted)).toHaveLength(100);
  expect(await some[0]?.usage()).toMatchObject({ usedThisMonth: 100, usedToday: 100 });
});

test("one search probes a service whose suspension is over", async () => {
  const some = await states(4);
  const suspension = { code: "service_key_refused", durationMs: 0, wasProbe: false };
  await some[0]?.finish({ ...END, suspension });
  const outcomes = await atOnce(some, 100, async (state, number) => {
    const { outcome } = await state.admit({ ...SEARCH, key: `${number}`, visitor: `${number}` });
    return outcome;
  });
  expect(countsOf(outcomes)).toEqual({ acquired: 1, suspended: 99 });
});

test("a database that takes no writes still serves answers, and grants nothing", async () => {
  const url = await temporaryPostgresUrl();
  const writable = withPostgresSchema(await temporaryPostgres({ url }), SEARCH_SCHEMA);
  await createPostgresSearchState(writable, SETTINGS).finish({ ...END, answer: ANSWER });
  const name = new URL(url).pathname.slice(1);
  await writable.run((sql) =>
    sql.unsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = on`),
  );
  const database = withPostgresSchema(await temporaryPostgres({ url }), SEARCH_SCHEMA);
  const state = createPostgresSearchState(database, SETTINGS);
  expect(await state.find(SEARCH)).toMatchObject({ isFresh: true, answer: { body: "{}" } });
  expect(await state.admit({ ...SEARCH, key: "other", family: null })).toMatchObject({
    outcome: "read-only",
    answer: null,
  });
  await expect(state.reserve()).rejects.toThrow("25006");
});

test("while another transaction has locked a query, its search takes nothing", async () => {
  const [other, database] = await processes(2);
  if (other === undefined || database === undefined) throw new Error("no database");
  const state = createPostgresSearchState(database, SETTINGS);
  const outcome = await other.run((sql) =>
    sql.begin(async (transaction) => {
      await transaction`SELECT vitrine.lock_v1(1, ${SEARCH.key})`;
      return (await state.admit(SEARCH)).outcome;
    }),
  );
  expect(outcome).toBe("read-only");
  expect((await state.admit(SEARCH)).outcome).toBe("acquired");
});

test("the clean-up deletes what has expired, and the oldest answers beyond the limit", async () => {
  const [database] = await processes(1);
  if (database === undefined) throw new Error("no database");
  const state = createPostgresSearchState(database, SETTINGS);
  const body = JSON.stringify("x".repeat(998));
  for (const key of ["oldest", "older", "newest"]) {
    await state.finish({ ...END, key, answer: { ...ANSWER, body } });
  }
  await state.finish({ ...END, key: "gone", answer: { ...ANSWER, keepMs: 0, freshMs: 0 } });
  await database.run((sql) => sql`SELECT vitrine.purge_v1(2500)`);
  const rows = await database.run((sql) => sql`SELECT key FROM vitrine.answers ORDER BY key`);
  expect(rows.map(({ key }) => key)).toEqual(["newest", "older"]);
});

test("each method sends one statement", async () => {
  const texts: string[] = [];
  const database = await temporaryPostgres({ onStatement: (text) => texts.push(text) });
  const state = createPostgresSearchState(withPostgresSchema(database, SEARCH_SCHEMA), SETTINGS);
  await state.usage();
  const counts: Record<string, number> = {};
  const count = async (name: string, use: () => Promise<unknown>) => {
    texts.length = 0;
    await use();
    counts[name] = texts.length;
  };
  await count("find", () => state.find(SEARCH));
  await count("admit", () => state.admit(SEARCH));
  await count("reserve", () => state.reserve());
  await count("renew", () => state.renew(SEARCH));
  await count("finish", () => state.finish({ ...END, answer: ANSWER }));
  await count("usage", () => state.usage());
  await count("suspension", () => state.suspension());
  await count("lift", () => state.lift());
  await count("mendClock", () => state.mendClock());
  expect(new Set(Object.values(counts))).toEqual(new Set([1]));
});

import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { withPostgresSchema } from "@/lib/state/postgres/migrate-postgres";
import { type PostgresDatabase, PostgresFailure } from "@/lib/state/postgres/postgres-database";
import { POSTGRES_SCHEMA } from "@/lib/state/postgres/postgres-schema";
import { createPostgresStore } from "@/lib/state/postgres/postgres-store";
import type { SearchState, SearchStateSettings } from "@/lib/state/search-state";
import { createSearchState } from "@/lib/state/searches/create-search-state";
import { purge } from "@/lib/state/searches/purge";
import { temporaryPostgres, temporaryPostgresUrl } from "@/tests/support/databases/postgres";
import { aSearch, aSearchEnd, SEARCH_SETTINGS } from "@/tests/support/databases/searches";

const SETTINGS = { ...SEARCH_SETTINGS, visitorLimits: { perMinute: 1_000, perDay: 1_000 } };

const SEARCH = aSearch();
const END = aSearchEnd();

const ANSWER = { family: "f", count: 24, freshMs: 60_000, keepMs: 600_000, body: "{}" };

/** Opens several pools on one database, as several processes would. */
async function processes(count: number): Promise<PostgresDatabase[]> {
  const url = await temporaryPostgresUrl();
  return Promise.all(
    Array.from({ length: count }, async () =>
      withPostgresSchema(await temporaryPostgres({ url }), POSTGRES_SCHEMA),
    ),
  );
}

async function states(count: number, settings: Partial<SearchStateSettings> = {}) {
  const databases = await processes(count);
  return databases.map((each) =>
    createSearchState(createPostgresStore(each), { ...SETTINGS, ...settings }),
  );
}

/** Calls `work` once for each number concurrently, alternating between the processes. */
function atOnce<T, Result>(
  parts: readonly T[],
  times: number,
  work: (part: T, number: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    Array.from({ length: times }, (_, number) => work(parts[number % parts.length] as T, number)),
  );
}

/** No connection, and no lock, within four seconds. A busy machine is that slow; nothing has changed. */
const REFUSALS = ["CONNECT_TIMEOUT", "55P03"];

/** Repeats a call that the store refuses. A deadlock (40P01) is an error. */
async function untilAccepted<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (cause) {
      if (!(cause instanceof PostgresFailure && REFUSALS.includes(cause.code))) throw cause;
      await setTimeout(100);
    }
  }
}

/** Requests a lease, again while the store refuses it; returns the outcome. */
async function leaseOutcome(
  state: SearchState,
  request: Parameters<SearchState["requestLease"]>[0],
): Promise<string> {
  for (;;) {
    const { outcome } = await untilAccepted(() => state.requestLease(request));
    if (outcome !== "read-only") return outcome;
  }
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

test("one of many processes that ask for a query acquires it", async () => {
  const some = await states(4);
  const outcomes = await atOnce(some, 200, (state, number) =>
    leaseOutcome(state, { ...SEARCH, visitor: `${number}`, holder: `${number}` }),
  );
  expect(countsOf(outcomes)).toEqual({ acquired: 1, pending: 199 });
});

test("an expired lease is taken over by one process", async () => {
  const [first, ...others] = await states(4);
  await first?.requestLease({ ...SEARCH, leaseMs: 0 });
  const outcomes = await atOnce(others, 100, (state, number) =>
    leaseOutcome(state, { ...SEARCH, holder: `${number}` }),
  );
  expect(countsOf(outcomes)).toEqual({ acquired: 1, pending: 99 });
});

test("a visitor never gets more than the limit, whichever processes answer", async () => {
  const some = await states(4, { visitorLimits: { perMinute: 100, perDay: 30 } });
  const outcomes = await atOnce(some, 200, (state, number) =>
    leaseOutcome(state, { ...SEARCH, key: `${number}` }),
  );
  expect(countsOf(outcomes)).toEqual({ acquired: 30, limited: 170 });
});

test("starting and finishing the same queries and visitors concurrently blocks nothing", async () => {
  const some = await states(4, { visitorLimits: { perMinute: 1_000_000, perDay: 1_000_000 } });
  const outcomes = await atOnce(some, 600, async (state, number) => {
    const [key, visitor, holder] = [`${number % 3}`, `${number % 2}`, `${number}`];
    const outcome = await leaseOutcome(state, { ...SEARCH, key, visitor, holder });
    const pause =
      number % 5 === 0 ? ("lift" as const) : { code: "x", durationMs: 0, wasProbe: true };
    await untilAccepted(() =>
      state.finish({ ...END, key, holder, refundedVisitor: visitor, pause }),
    );
    return outcome;
  });
  expect(outcomes).toHaveLength(600);
});

test("the month's limit holds for any number of processes", async () => {
  const some = await states(4, { budget: { limit: 100, isPaced: false } });
  const grants = await atOnce(some, 250, (state) => untilAccepted(() => state.reserve()));
  expect(grants.filter(({ isGranted }) => isGranted)).toHaveLength(100);
  expect(await some[0]?.usage()).toMatchObject({ usedThisMonth: 100, usedToday: 100 });
});

test("exactly one search probes a service after its pause", async () => {
  const some = await states(4);
  const pause = { code: "service_key_refused", durationMs: 0, wasProbe: false };
  await some[0]?.finish({ ...END, pause });
  const outcomes = await atOnce(some, 100, (state, number) =>
    leaseOutcome(state, { ...SEARCH, key: `${number}`, visitor: `${number}` }),
  );
  expect(countsOf(outcomes)).toEqual({ acquired: 1, paused: 99 });
});

test("a read-only database still serves answers, and grants nothing", async () => {
  const url = await temporaryPostgresUrl();
  const writable = withPostgresSchema(await temporaryPostgres({ url }), POSTGRES_SCHEMA);
  await createSearchState(createPostgresStore(writable), SETTINGS).finish({
    ...END,
    answer: ANSWER,
  });
  const name = new URL(url).pathname.slice(1);
  await writable.run((sql) =>
    sql.unsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = on`),
  );
  const database = withPostgresSchema(await temporaryPostgres({ url }), POSTGRES_SCHEMA);
  const state = createSearchState(createPostgresStore(database), SETTINGS);
  expect(await state.find(SEARCH)).toMatchObject({ isFresh: true, answer: { body: "{}" } });
  expect(await state.requestLease({ ...SEARCH, key: "other", family: null })).toMatchObject({
    outcome: "read-only",
    answer: null,
  });
  await expect(state.reserve()).rejects.toThrow("25006");
});

test("while another transaction has locked a query, a search for it uses up nothing", async () => {
  const [other, database] = await processes(2);
  if (other === undefined || database === undefined) throw new Error("no database");
  const state = createSearchState(createPostgresStore(database), SETTINGS);
  const outcome = await other.run((sql) =>
    sql.begin(async (transaction) => {
      await transaction`SELECT pg_advisory_xact_lock(hashtextextended(${`query ${SEARCH.key}`}, 0))`;
      let outcome: string | undefined;
      const requested = state.requestLease(SEARCH).then((lease) => {
        outcome = lease.outcome;
      });
      // Keeps statements running, because the server would end an idle transaction.
      while (outcome === undefined) await transaction`SELECT pg_sleep(0.1)`;
      await requested;
      return outcome;
    }),
  );
  expect(outcome).toBe("read-only");
  expect((await state.requestLease(SEARCH)).outcome).toBe("acquired");
});

test("the clean-up deletes what has expired, and the oldest answers beyond the limit", async () => {
  const [database] = await processes(1);
  if (database === undefined) throw new Error("no database");
  const state = createSearchState(createPostgresStore(database), SETTINGS);
  const body = JSON.stringify("x".repeat(998));
  for (const key of ["oldest", "older", "newest"]) {
    await state.finish({ ...END, key, answer: { ...ANSWER, body } });
  }
  await state.finish({ ...END, key: "gone", answer: { ...ANSWER, keepMs: 0, freshMs: 0 } });
  await purge(createPostgresStore(database), { answerBytesMax: 2_500, keepsQueries: false });
  const rows = await database.run((sql) => sql`SELECT key FROM vitrine.answers ORDER BY key`);
  expect(rows.map(({ key }) => key)).toEqual(["newest", "older"]);
});

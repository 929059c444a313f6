import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { toUtcDate } from "@/lib/core/limits/utc-calendar";
import type { Reservation, SearchState, SearchStateSettings } from "@/lib/state/search-state";
import { createSearchState } from "@/lib/state/searches/create-search-state";
import { fileOf, migrate, openDatabase, type SqliteDatabase } from "@/lib/state/sqlite/database";
import { createDayCountsFile } from "@/lib/state/sqlite/day-counts-file";
import { SQLITE_SCHEMA } from "@/lib/state/sqlite/sqlite-schema";
import { createSqliteStore } from "@/lib/state/sqlite/sqlite-store";
import { aSearch, aSearchEnd } from "@/tests/support/databases/searches";
import { type SetTime, simulateStoreTime } from "@/tests/support/databases/store-time";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 10, 10);
const LIMIT = 7;

const SETTINGS: SearchStateSettings = {
  service: "s",
  fingerprint: "f",
  budget: { limit: LIMIT, isPaced: true },
  visitorLimits: { perMinute: 100, perDay: 100 },
  keepsQueries: false,
};

const SEARCH = aSearch();
const END = aSearchEnd();
const STALE = { family: "f", count: 24, freshMs: 0, keepMs: DAY_MS, body: "{}" };

function open(folder: string, options: { busyMs?: number } = {}): SqliteDatabase {
  const database = openDatabase(join(folder, "vitrine.db"), options);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

function stateOf(
  database: SqliteDatabase,
  recover: (cause: unknown) => void = () => {},
): SearchState {
  const dayCounts = createDayCountsFile(join(dirname(fileOf(database)), "searches-used.json"));
  return createSearchState(
    createSqliteStore({ open: () => database, recover }),
    SETTINGS,
    dayCounts,
  );
}

test("with a full disk, cached answers are found and nothing is acquired", async () => {
  const database = open(temporaryFolder());
  migrate(database, SQLITE_SCHEMA);
  const failures: unknown[] = [];
  const state = stateOf(database, (cause) => failures.push(cause));
  await state.finish({ ...END, answer: STALE });
  // SQLite reports a file at its size limit as a full disk.
  database.exec("PRAGMA max_page_count = 1");
  const holder = "h".repeat(100_000);
  expect(await state.requestLease({ ...SEARCH, holder })).toMatchObject({
    outcome: "read-only",
    answer: { key: "k" },
  });
  expect(failures).toMatchObject([{ code: "SQLITE_FULL" }]);
  expect(await state.find(SEARCH)).toMatchObject({ answer: { key: "k" } });
});

test("while another process holds the lock, answers are found and nothing is acquired", async () => {
  const folder = temporaryFolder();
  const database = open(folder, { busyMs: 10 });
  migrate(database, SQLITE_SCHEMA);
  const state = stateOf(database);
  await state.finish({ ...END, answer: STALE });
  const writer = open(folder);
  writer.exec("BEGIN IMMEDIATE");
  const decision = state.requestLease(SEARCH);
  expect(await state.find(SEARCH)).toMatchObject({ answer: { key: "k" } });
  expect(await decision).toMatchObject({ outcome: "read-only", answer: { key: "k" } });
  await expect(state.reserve()).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  writer.exec("COMMIT");
  expect(await state.requestLease(SEARCH)).toMatchObject({ outcome: "acquired" });
});

test("visitors whose windows have ended are deleted", async () => {
  const folder = temporaryFolder();
  const { setTime, close } = simulateStoreTime(folder, START_MS);
  onTestFinished(() => {
    close();
  });
  const database = open(folder);
  const state = stateOf(database);
  for (let index = 0; index < 20; index += 1) {
    await state.requestLease({ ...SEARCH, key: `${index}`, visitor: `${index}` });
  }
  await setTime(START_MS + DAY_MS);
  await state.finish(END);
  expect(database.prepare("SELECT count(*) AS n FROM limit_windows").get()).toMatchObject({
    n: 0,
  });
});

/** The true time, and the store's clock, which may be wrong. */
type World = {
  trueMs: number;
  errorMs: number;
  setTime: SetTime;
  start(): SearchState;
  states: SearchState[];
  /** Reservations that are neither settled nor released, by process. */
  open: Extract<Reservation, { isGranted: true }>[][];
};

/** The searches sent to the service, by true month. */
type Sent = { byMonth: Map<number, number> };

const PROCESSES = 3;

function record(sent: Sent, world: World, change: number): void {
  const month = toUtcDate(world.trueMs).firstDayOfMonth;
  sent.byMonth.set(month, (sent.byMonth.get(month) ?? 0) + change);
}

type Command = fc.AsyncCommand<Sent, World>;

/** A reservation may be sent from the moment it is granted, so it counts from then. */
class Reserve implements Command {
  constructor(readonly process: number) {}
  check = () => true;
  async run(sent: Sent, world: World): Promise<void> {
    const reserved = await world.states[this.process]?.reserve();
    if (reserved?.isGranted) {
      record(sent, world, 1);
      world.open[this.process]?.push(reserved);
    }
    for (const count of sent.byMonth.values()) expect(count).toBeLessThanOrEqual(LIMIT);
  }
  toString = () => `reserve(${this.process})`;
}

class Finish implements Command {
  constructor(
    readonly process: number,
    readonly wasSent: boolean,
  ) {}
  check = () => true;
  async run(sent: Sent, world: World): Promise<void> {
    const state = world.states[this.process];
    const id = world.open[this.process]?.pop()?.id;
    if (state === undefined || id === undefined) return;
    const before = await state.usage();
    const { usage } = await state.finish({
      ...END,
      reservation: { id, wasSent: this.wasSent },
    });
    // A search that the ledger released was not sent; all others stay counted.
    if (usage.usedThisMonth < before.usedThisMonth) record(sent, world, -1);
  }
  toString = () => `finish(${this.process}, ${this.wasSent})`;
}

class Crash implements Command {
  constructor(readonly process: number) {}
  check = () => true;
  async run(_: Sent, world: World): Promise<void> {
    const state = world.start();
    await state.usage();
    world.states[this.process] = state;
    world.open[this.process] = [];
  }
  toString = () => `crash(${this.process})`;
}

class Pass implements Command {
  constructor(readonly ms: number) {}
  check = () => true;
  async run(_: Sent, world: World): Promise<void> {
    world.trueMs += this.ms;
    await world.setTime(world.trueMs + world.errorMs);
  }
  toString = () => `pass(${this.ms / DAY_MS} days)`;
}

/** The clock is wrong for less than ten minutes, with searches in between. */
class Leap implements Command {
  constructor(
    readonly ms: number,
    readonly processes: readonly number[],
  ) {}
  check = () => true;
  async run(sent: Sent, world: World): Promise<void> {
    world.errorMs = this.ms;
    await world.setTime(world.trueMs + world.errorMs, { isJump: true });
    for (const process of this.processes) {
      await new Reserve(process).run(sent, world);
      await new Pass(60_000).run(sent, world);
    }
    world.errorMs = 0;
    await world.setTime(world.trueMs, { isJump: true });
    // Otherwise two errors in a row would form a single error of more than ten minutes.
    for (const state of world.states) await state.usage();
  }
  toString = () => `leap(${this.ms / DAY_MS} days; ${this.processes})`;
}

const someProcess = fc.nat(PROCESSES - 1);
const COMMANDS = fc.commands(
  [
    someProcess.map((process) => new Reserve(process)),
    someProcess.map((process) => new Reserve(process)),
    fc.tuple(someProcess, fc.boolean()).map(([process, wasSent]) => new Finish(process, wasSent)),
    someProcess.map((process) => new Crash(process)),
    fc.integer({ min: 0, max: 12 }).map((halfDays) => new Pass((halfDays * DAY_MS) / 2)),
    fc
      .tuple(fc.integer({ min: -70, max: 70 }), fc.array(someProcess, { maxLength: 8 }))
      .map(([days, processes]) => new Leap(days * DAY_MS, processes)),
  ],
  { maxCommands: 60 },
);

test("no interleaving, crash, new month or clock jump spends more than the limit", async () => {
  await fc.assert(
    fc.asyncProperty(COMMANDS, async (commands) => {
      const folder = temporaryFolder();
      const { setTime, close } = simulateStoreTime(folder, START_MS);
      const databases: SqliteDatabase[] = [];
      const start = () => {
        const database = openDatabase(join(folder, "vitrine.db"));
        databases.push(database);
        return stateOf(database);
      };
      const states = Array.from({ length: PROCESSES }, start);
      // A process that has not read the clock yet accepts any time.
      for (const state of states) await state.usage();
      const world: World = {
        trueMs: START_MS,
        errorMs: 0,
        setTime,
        start,
        states,
        open: states.map(() => []),
      };
      const sent: Sent = { byMonth: new Map() };
      try {
        await fc.asyncModelRun(() => ({ model: sent, real: world }), commands);
        const thisMonth = sent.byMonth.get(toUtcDate(world.trueMs).firstDayOfMonth) ?? 0;
        const { usedThisMonth } = await start().usage();
        expect(usedThisMonth).toBeGreaterThanOrEqual(thisMonth);
      } finally {
        close();
        for (const database of databases) database.close();
      }
    }),
    { numRuns: 40 },
  );
});

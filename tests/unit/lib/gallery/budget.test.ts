import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createSteadyClock } from "@/lib/core/steady-clock";
import { toUtcDate } from "@/lib/core/utc-calendar";
import { type Budget, createBudget, type Reservation } from "@/lib/gallery/budget";
import { createSqliteSearchLedger, type SearchLedger } from "@/lib/state/search-ledger";
import { openDatabase, type SqliteDatabase } from "@/lib/state/sqlite/database";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 10, 10);

/** The time as it is, and the machine's wall clock, which may be wrong. */
type World = {
  trueMs: number;
  wallErrorMs: number;
  path: string;
  opened: SqliteDatabase[];
  budgets: Budget[];
  /** Reserved and neither settled nor released yet, by process. */
  open: Reservation[][];
};

/** What really left the machine, by true month. */
type Sent = { byMonth: Map<number, number> };

const LIMIT = 7;
const PROCESSES = 3;

function startProcess(world: World, index: number): void {
  const database = openDatabase(world.path);
  database.exec("PRAGMA synchronous = OFF");
  world.opened.push(database);
  world.open[index] = [];
  world.budgets[index] = createBudget({
    ledger: createSqliteSearchLedger(database),
    service: "s",
    policy: { limit: LIMIT, isPaced: true },
    clock: createSteadyClock({
      wallMs: () => world.trueMs + world.wallErrorMs,
      monotonicMs: () => world.trueMs,
    }),
    onFailure: (cause) => {
      throw cause;
    },
  });
}

function note(sent: Sent, world: World, change: number): void {
  const month = toUtcDate(world.trueMs).firstDayOfMonth;
  sent.byMonth.set(month, (sent.byMonth.get(month) ?? 0) + change);
}

function check(sent: Sent): void {
  for (const count of sent.byMonth.values()) expect(count).toBeLessThanOrEqual(LIMIT);
}

type Command = fc.AsyncCommand<Sent, World>;

/** A reservation may be sent from the moment it is granted, so it counts from then. */
class Reserve implements Command {
  constructor(readonly process: number) {}
  check = () => true;
  async run(sent: Sent, world: World): Promise<void> {
    const granted = await world.budgets[this.process]?.reserve();
    if (granted?.isGranted) {
      note(sent, world, 1);
      world.open[this.process]?.push(granted);
    }
    check(sent);
  }
  toString = () => `reserve(${this.process})`;
}

class Settle implements Command {
  constructor(readonly process: number) {}
  check = () => true;
  async run(_: Sent, world: World): Promise<void> {
    await world.open[this.process]?.pop()?.settle();
  }
  toString = () => `settle(${this.process})`;
}

class Release implements Command {
  constructor(readonly process: number) {}
  check = () => true;
  async run(sent: Sent, world: World): Promise<void> {
    const before = await ledgerCount(world);
    const reservation = world.open[this.process]?.pop();
    if (reservation === undefined) return;
    await reservation.release();
    // What the ledger took back was not sent; what it no longer could take back stays counted.
    if ((await ledgerCount(world)) < before) note(sent, world, -1);
  }
  toString = () => `release(${this.process})`;
}

class Crash implements Command {
  constructor(readonly process: number) {}
  check = () => true;
  async run(_: Sent, world: World): Promise<void> {
    startProcess(world, this.process);
  }
  toString = () => `crash(${this.process})`;
}

class Pass implements Command {
  constructor(readonly ms: number) {}
  check = () => true;
  async run(_: Sent, world: World): Promise<void> {
    world.trueMs += this.ms;
  }
  toString = () => `pass(${this.ms / DAY_MS} days)`;
}

/** The wall clock is wrong for less than ten minutes, and searches are asked for meanwhile. */
class Leap implements Command {
  constructor(
    readonly ms: number,
    readonly processes: readonly number[],
  ) {}
  check = () => true;
  async run(sent: Sent, world: World): Promise<void> {
    world.wallErrorMs = this.ms;
    for (const process of this.processes) {
      await new Reserve(process).run(sent, world);
      world.trueMs += 60_000;
    }
    world.wallErrorMs = 0;
  }
  toString = () => `leap(${this.ms / DAY_MS} days; ${this.processes})`;
}

async function ledgerCount(world: World): Promise<number> {
  return (await world.budgets[0]?.status())?.used ?? Number.NaN;
}

const someProcess = fc.nat(PROCESSES - 1);
const COMMANDS = fc.commands(
  [
    someProcess.map((process) => new Reserve(process)),
    someProcess.map((process) => new Reserve(process)),
    someProcess.map((process) => new Settle(process)),
    someProcess.map((process) => new Release(process)),
    someProcess.map((process) => new Crash(process)),
    fc.integer({ min: 0, max: 12 }).map((halfDays) => new Pass((halfDays * DAY_MS) / 2)),
    fc
      .tuple(fc.integer({ min: -70, max: 70 }), fc.array(someProcess, { maxLength: 8 }))
      .map(([days, processes]) => new Leap(days * DAY_MS, processes)),
  ],
  { maxCommands: 60 },
);

test("no interleaving, crash, new month or clock jump spends more than the limit", async () => {
  const folder = temporaryFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(COMMANDS, async (commands) => {
      run += 1;
      const path = join(folder, `${run}.db`);
      const world: World = {
        trueMs: START_MS,
        wallErrorMs: 0,
        path,
        opened: [],
        budgets: [],
        open: [],
      };
      for (let index = 0; index < PROCESSES; index += 1) startProcess(world, index);
      const sent: Sent = { byMonth: new Map() };
      try {
        await fc.asyncModelRun(() => ({ model: sent, real: world }), commands);
        const thisMonth = sent.byMonth.get(toUtcDate(world.trueMs).firstDayOfMonth) ?? 0;
        expect(await ledgerCount(world)).toBeGreaterThanOrEqual(thisMonth);
      } finally {
        for (const database of world.opened) database.close();
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

function aBudget({ limit = 250, isPaced = true, at = () => START_MS } = {}) {
  const database = openDatabase(join(temporaryFolder(), "vitrine.db"));
  onTestFinished(() => {
    database.close();
  });
  const real = createSqliteSearchLedger(database);
  const store = { isLost: false };
  const ledger = new Proxy(real, {
    get: (target, name: keyof SearchLedger) =>
      store.isLost ? () => Promise.reject(new Error("lost")) : target[name],
  });
  const failures: unknown[] = [];
  const budget = createBudget({
    ledger,
    service: "s",
    policy: { limit, isPaced },
    clock: at,
    onFailure: (cause) => failures.push(cause),
  });
  return { budget, ledger: real, store, failures };
}

async function grantsOf(budget: Budget, times: number): Promise<number> {
  let count = 0;
  for (let index = 0; index < times; index += 1) {
    const granted = await budget.reserve();
    if (granted.isGranted) {
      count += 1;
      await granted.settle();
    }
  }
  return count;
}

test("a refusal names the limit and the time until it ends", async () => {
  const { budget } = aBudget({ limit: 10, at: () => START_MS + DAY_MS - 5000 });
  expect(await grantsOf(budget, 20)).toBe(2);
  expect(await budget.reserve()).toEqual({
    isGranted: false,
    code: "budget_day_spent",
    retryAfterSeconds: 5,
  });
  expect(await budget.status()).toEqual({ limit: 10, used: 2 });
});

test("with the ledger lost, nothing is granted, and what was used stays counted", async () => {
  const { budget, store, failures } = aBudget();
  expect(await grantsOf(budget, 1)).toBe(1);
  store.isLost = true;
  expect(await grantsOf(budget, 5)).toBe(0);
  expect(await budget.reserve()).toEqual({ isGranted: false, code: "budget_unknown" });
  expect(await budget.status()).toBeNull();
  expect(failures).toHaveLength(7);
  store.isLost = false;
  expect(await grantsOf(budget, 1)).toBe(1);
  expect(await budget.status()).toEqual({ limit: 250, used: 2 });
});

test("over a month, exactly the limit is granted", async () => {
  let atMs = Date.UTC(2026, 10, 1);
  const { budget } = aBudget({ limit: 250, at: () => atMs });
  let spent = 0;
  for (let day = 0; day < 30; day += 1, atMs += DAY_MS) spent += await grantsOf(budget, 40);
  expect(spent).toBe(250);
});

test("without pacing, one day may use the whole month", async () => {
  const { budget } = aBudget({ limit: 40, isPaced: false });
  expect(await grantsOf(budget, 60)).toBe(40);
  expect(await budget.reserve()).toMatchObject({ code: "budget_month_spent" });
});

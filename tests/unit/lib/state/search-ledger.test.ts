import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSqliteSearchLedger, type SearchLedger } from "@/lib/state/search-ledger";
import { openDatabase } from "@/lib/state/sqlite/database";
import { temporaryFolder } from "@/tests/support/temporary-folder";

/** `reopen` gives another process's view of the same store. */
const STORES: Record<string, () => { reopen: () => SearchLedger }> = {
  SQLite: () => {
    const path = join(temporaryFolder(), "vitrine.db");
    const reopen = () => {
      const database = openDatabase(path);
      onTestFinished(() => {
        database.close();
      });
      return createSqliteSearchLedger(database);
    };
    return { reopen };
  },
};

const MARCH_1 = Date.UTC(2026, 2, 1);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const yes = () => ({ isAllowed: true });
const upTo = (limit: number) => (usage: { usedThisMonth: number }) => ({
  isAllowed: usage.usedThisMonth < limit,
});

async function spend(ledger: SearchLedger, atMs: number, times = 1): Promise<string> {
  let last = "";
  for (let index = 0; index < times; index += 1) {
    const { reservationId } = await ledger.reserve("s", atMs, yes);
    last = reservationId ?? "";
    await ledger.settle(last);
  }
  return last;
}

async function usedAt(ledger: SearchLedger, atMs: number) {
  const { usedThisMonth, usedToday } = await ledger.usage("s", atMs);
  return [usedThisMonth, usedToday];
}

describe.each(Object.entries(STORES))("the ledger in %s", (_, create) => {
  test("a reservation counts at once, for every process and each service alone", async () => {
    const { reopen } = create();
    const [one, other] = [reopen(), reopen()];
    const reserved = await one.reserve("s", MARCH_1, yes);
    expect(reserved.usage).toEqual({ atMs: MARCH_1, usedThisMonth: 1, usedToday: 1 });
    expect(await usedAt(other, MARCH_1)).toEqual([1, 1]);
    expect((await other.usage("another", MARCH_1)).usedThisMonth).toBe(0);
  });

  test("a refusal reserves nothing", async () => {
    const ledger = create().reopen();
    const { verdict, reservationId } = await ledger.reserve("s", MARCH_1, () => ({
      isAllowed: false,
      why: "because",
    }));
    expect({ verdict, reservationId }).toEqual({
      verdict: { isAllowed: false, why: "because" },
      reservationId: null,
    });
    expect(await usedAt(ledger, MARCH_1)).toEqual([0, 0]);
  });

  test("deciding and reserving are one atomic step over all processes", async () => {
    const { reopen } = create();
    const ledgers = [reopen(), reopen(), reopen()];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (ledgers[index % 3] as SearchLedger).reserve("s", MARCH_1, upTo(25)),
      ),
    );
    expect(outcomes.filter(({ reservationId }) => reservationId !== null)).toHaveLength(25);
  });

  test("a released search is taken back once, a settled one never", async () => {
    const ledger = create().reopen();
    const { reservationId } = await ledger.reserve("s", MARCH_1, yes);
    expect(await ledger.release(reservationId ?? "")).toBe(true);
    expect(await ledger.release(reservationId ?? "")).toBe(false);
    expect(await usedAt(ledger, MARCH_1)).toEqual([0, 0]);
    const settled = await spend(ledger, MARCH_1);
    expect(await ledger.release(settled)).toBe(false);
    expect(await usedAt(ledger, MARCH_1)).toEqual([1, 1]);
  });

  test("what a crash leaves reserved stays counted", async () => {
    const { reopen } = create();
    await reopen().reserve("s", MARCH_1, yes);
    const later = reopen();
    await spend(later, MARCH_1 + 3 * DAY_MS);
    expect(await usedAt(later, MARCH_1 + 3 * DAY_MS)).toEqual([2, 1]);
  });

  test("days and months turn in UTC", async () => {
    const ledger = create().reopen();
    await spend(ledger, Date.UTC(2026, 1, 28, 23, 59, 59, 999), 3);
    expect(await usedAt(ledger, MARCH_1)).toEqual([0, 0]);
    await spend(ledger, MARCH_1 + 23 * HOUR_MS, 2);
    expect(await usedAt(ledger, MARCH_1 + DAY_MS)).toEqual([2, 0]);
  });

  test("a clock that goes back reopens neither the day nor the month", async () => {
    const ledger = create().reopen();
    await spend(ledger, MARCH_1 + DAY_MS, 4);
    expect(await usedAt(ledger, MARCH_1 - DAY_MS)).toEqual([4, 4]);
    await spend(ledger, MARCH_1 - 40 * DAY_MS, 1);
    expect(await usedAt(ledger, MARCH_1 + DAY_MS)).toEqual([5, 5]);
  });

  test("entries of a clock that was ahead can be moved to the true day", async () => {
    const ledger = create().reopen();
    await spend(ledger, MARCH_1, 2);
    const { reservationId } = await ledger.reserve("s", MARCH_1 + 400 * DAY_MS, yes);
    expect(await usedAt(ledger, MARCH_1 + DAY_MS)).toEqual([1, 1]);
    expect(await ledger.mendClock("s", MARCH_1 + DAY_MS)).toBe(1);
    expect(await usedAt(ledger, MARCH_1 + DAY_MS)).toEqual([3, 1]);
    await ledger.release(reservationId ?? "");
    expect(await usedAt(ledger, MARCH_1 + DAY_MS)).toEqual([3, 1]);
  });
});

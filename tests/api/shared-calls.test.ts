import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openState } from "@/lib/state/open-state";
import type { SearchState } from "@/lib/state/search-state";
import { openDatabase } from "@/lib/state/sqlite/database";
import type { State } from "@/lib/state/state";
import { mapOperations } from "@/lib/state/state-parts";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import { type PaidGallery, startPaidGallery } from "@/tests/support/servers/paid-gallery";

const fixture = await fixtureOfFile();

beforeEach(() => {
  fixture.answerWith({ body: { value: [{ imageUrl: "https://a.example/1.jpg" }] } });
});

/**
 * Starts a gallery that counts operations, and whose reservations wait until the test continues
 * them.
 */
function start({
  waits = false,
  monthlySearches = 250,
  dataDir = temporaryFolder(),
}: {
  waits?: boolean;
  monthlySearches?: number;
  dataDir?: string;
} = {}) {
  const opened = openState({ dataDir, databaseUrl: null });
  const operations: (keyof SearchState)[] = [];
  let letGo = () => {};
  const gate = waits ? new Promise<void>((resolve) => (letGo = resolve)) : Promise.resolve();
  const state: State = {
    ...opened,
    searches: (settings) =>
      mapOperations(opened.searches(settings), (operation, run) => async (...inputs) => {
        operations.push(operation);
        if (operation === "reserve") await gate;
        return run(...inputs);
      }),
  };
  const gallery = startPaidGallery({
    url: fixture.baseUrl,
    key: fixture.key,
    dataDir,
    state,
    spending: { monthlySearches },
  });
  onTestFinished(gallery.stop);
  return { gallery, dataDir, operations, letGo: () => letGo() };
}

const searchAs = (gallery: PaidGallery, visitor: string, signal = new AbortController().signal) =>
  gallery.search({}, { signal, visitor });

/** Returns how many searches of a day the store has counted for all visitors. */
function chargedOf(dataDir: string): number {
  const database = openDatabase(join(dataDir, "vitrine.db"));
  const { charged } = database
    .prepare("SELECT sum(used) AS charged FROM limit_windows WHERE key LIKE 'day %'")
    .get() as { charged: number };
  database.close();
  return charged;
}

describe("A starts a search, B joins, A leaves before the call begins", () => {
  async function startJoinLeave(options: { monthlySearches?: number }) {
    const started = start({ ...options, waits: true });
    const { gallery, dataDir, operations, letGo } = started;
    const leaving = new AbortController();
    const first = searchAs(gallery, "A", leaving.signal);
    await expect.poll(() => operations).toContain("reserve");
    const second = searchAs(gallery, "B").catch(({ code }) => code as string);
    expect(chargedOf(dataDir)).toBe(1);
    leaving.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    letGo();
    return { ...started, answer: await second };
  }

  test("and nothing is sent: A is refunded once, and B was never charged", async () => {
    const { answer, dataDir, operations } = await startJoinLeave({ monthlySearches: 0 });
    expect(answer).toBe("budget_month_spent");
    expect(fixture.searches).toHaveLength(0);
    expect(operations).toEqual(["requestLease", "reserve", "finish", "searchOffer"]);
    expect(chargedOf(dataDir)).toBe(0);
  });

  test("and the search is sent: A stays charged, and B was never charged", async () => {
    const { answer, dataDir } = await startJoinLeave({});
    expect(answer).toMatchObject({ from: "cache", searchesUsed: 0 });
    expect(fixture.searches).toHaveLength(1);
    expect(chargedOf(dataDir)).toBe(1);
  });
});

test("a visitor who leaves while the search gets its lease is refunded, and no lease remains", async () => {
  const { gallery, dataDir, operations } = start();
  await gallery.budget.status();
  const leaving = new AbortController();
  const left = searchAs(gallery, "A", leaving.signal);
  await expect.poll(() => operations).toContain("requestLease");
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await expect.poll(() => operations).toContain("finish");
  expect(await searchAs(gallery, "B")).toMatchObject({ from: "service" });
  expect(chargedOf(dataDir)).toBe(1);
  expect(fixture.searches).toHaveLength(1);
});

test("a search makes at most 4 round trips to the store if paid, 1 if cached, 0 from memory", async () => {
  const { gallery, dataDir, operations } = start();
  expect(await searchAs(gallery, "A")).toMatchObject({ from: "service" });
  expect(operations).toEqual(["requestLease", "reserve", "finish", "searchOffer"]);
  expect(await searchAs(gallery, "A")).toMatchObject({ from: "cache" });
  expect(operations).toHaveLength(4);
  const restarted = start({ dataDir });
  expect(await searchAs(restarted.gallery, "A")).toMatchObject({ from: "cache" });
  expect(restarted.operations).toEqual(["requestLease"]);
  process.stdout.write(`round trips: paid ${operations.length}, cached 1, from memory 0\n`);
});

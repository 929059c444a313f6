import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "@/lib/state/sqlite/database";
import {
  type CounterPolicy,
  counterWithFallback,
  createMemoryCounter,
  createSqliteCounter,
  type VisitorCounter,
} from "@/lib/state/visitor-counters";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const POLICY: CounterPolicy = { name: "tries", max: 3, windowSeconds: 60 };

const STORES: Record<string, () => VisitorCounter> = {
  memory: () => createMemoryCounter(POLICY),
  SQLite: () => createSqliteCounter(openFile(), POLICY),
};

function openFile(folder = temporaryFolder()) {
  const database = openDatabase(join(folder, "vitrine.db"));
  onTestFinished(() => {
    database.close();
  });
  return database;
}

async function allowedOf(counter: VisitorCounter, visitor: string, tries: number) {
  let count = 0;
  for (let index = 0; index < tries; index += 1) {
    if ((await counter.take(visitor)).isAllowed) count += 1;
  }
  return count;
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(Object.entries(STORES))("visitors counted in %s", (_, create) => {
  test("each visitor gets as many as the policy says, then a time to wait", async () => {
    const counter = create();
    expect(await allowedOf(counter, "one", 10)).toBe(3);
    expect(await allowedOf(counter, "other", 2)).toBe(2);
    const refused = await counter.take("one");
    expect(refused).toEqual({ isAllowed: false, retryAfterSeconds: expect.any(Number) });
    const seconds = "retryAfterSeconds" in refused ? refused.retryAfterSeconds : 0;
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test("the window's end resets the count, however many uses were refused", async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const counter = create();
    await allowedOf(counter, "one", 30);
    vi.setSystemTime(1_000_000 + 59_000);
    expect(await allowedOf(counter, "one", 1)).toBe(0);
    vi.setSystemTime(1_000_000 + 60_001);
    expect(await allowedOf(counter, "one", 10)).toBe(3);
  });

  test("what was refunded can be taken again", async () => {
    const counter = create();
    await allowedOf(counter, "one", 2);
    await counter.refund("one");
    expect(await allowedOf(counter, "one", 10)).toBe(2);
  });
});

test("SQLite counts for all processes together, and over a restart", async () => {
  const folder = temporaryFolder();
  const counters = [0, 1].map(() => createSqliteCounter(openFile(folder), POLICY));
  let count = 0;
  for (const counter of counters) count += await allowedOf(counter, "one", 2);
  expect(count).toBe(3);
});

test("two counters in one store do not count for each other", async () => {
  const database = openFile();
  await allowedOf(createSqliteCounter(database, POLICY), "one", 3);
  const other = createSqliteCounter(database, { ...POLICY, name: "others" });
  expect(await allowedOf(other, "one", 3)).toBe(3);
});

test("with the store lost, visitors are still counted in memory", async () => {
  const database = openDatabase(":memory:");
  const failures: unknown[] = [];
  const counter = counterWithFallback(createSqliteCounter(database, POLICY), {
    local: createMemoryCounter(POLICY),
    onFailure: (cause) => failures.push(cause),
  });
  database.exec("DROP TABLE visitor_counts");
  expect(await allowedOf(counter, "one", 10)).toBe(3);
  expect(failures).toHaveLength(10);
});

test("what has run out is cleared while visitors are counted, and not what still counts", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const database = openFile();
  const counter = createSqliteCounter(database, POLICY);
  const rows = () =>
    (database.prepare("SELECT count(*) AS n FROM visitor_counts").get() as { n: number }).n;
  for (let index = 0; index < 600; index += 1) await counter.take(`early ${index}`);
  expect(rows()).toBe(600);
  vi.advanceTimersByTime(61_000);
  for (let index = 0; index < 600; index += 1) await counter.take(`late ${index}`);
  expect(rows()).toBe(600);
  expect(await allowedOf(counter, "late 0", 5)).toBe(2);
});

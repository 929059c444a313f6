import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type AnswerRecord,
  type AnswerStore,
  createLayeredAnswerStore,
  createMemoryAnswerStore,
  createSqliteAnswerStore,
} from "@/lib/state/answer-store";
import { openDatabase } from "@/lib/state/sqlite/database";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const BYTES_MAX = 20_000;

function openFile(folder = temporaryFolder()) {
  const database = openDatabase(join(folder, "vitrine.db"));
  onTestFinished(() => {
    database.close();
  });
  return database;
}

function neverFails(cause: unknown): never {
  throw cause;
}

const STORES: Record<string, () => AnswerStore> = {
  memory: () => createMemoryAnswerStore({ bytesMax: BYTES_MAX }),
  SQLite: () => createSqliteAnswerStore(openFile(), { bytesMax: BYTES_MAX }),
  "memory before SQLite": () =>
    createLayeredAnswerStore({
      memory: createMemoryAnswerStore({ bytesMax: BYTES_MAX }),
      shared: createSqliteAnswerStore(openFile(), { bytesMax: BYTES_MAX }),
      onFailure: neverFails,
    }),
};

function anAnswer(changes: Partial<AnswerRecord> = {}): AnswerRecord {
  const fixed = { key: "a", family: "f", count: 24, answeredAtMs: 1000, keepUntilMs: 9000 };
  return { ...fixed, body: '{"images":[]}', ...changes };
}

describe.each(Object.entries(STORES))("answers in %s", (_, create) => {
  test("what was put is found, with every field, and its stamp", async () => {
    const store = create();
    const answer = anAnswer({ body: JSON.stringify({ name: "Ünïcødé 🦊 \u0000" }) });
    await store.put(answer);
    expect(await store.find("a")).toEqual(answer);
    expect(await store.stampOf("a")).toBe(1000);
  });

  test("what was never put is not there", async () => {
    const store = create();
    expect([await store.find("a"), await store.stampOf("a")]).toEqual([null, null]);
    expect(await store.findLarger("f", 1)).toEqual([]);
  });

  test("a newer answer takes the place of an older one, never the other way round", async () => {
    const store = create();
    await store.put(anAnswer({ answeredAtMs: 2000, body: "new" }));
    await store.put(anAnswer({ answeredAtMs: 1000, body: "old" }));
    expect((await store.find("a"))?.body).toBe("new");
    await store.put(anAnswer({ answeredAtMs: 3000, body: "newest" }));
    expect((await store.find("a"))?.body).toBe("newest");
  });

  test("a family's larger answers are found, the newest first", async () => {
    const store = create();
    await store.put(anAnswer({ key: "20", count: 20, answeredAtMs: 5000 }));
    await store.put(anAnswer({ key: "30", count: 30, answeredAtMs: 2000 }));
    await store.put(anAnswer({ key: "50", count: 50, answeredAtMs: 3000 }));
    await store.put(anAnswer({ key: "other", family: "g", count: 50, answeredAtMs: 9000 }));
    const keysAbove = async (count: number) =>
      (await store.findLarger("f", count)).map(({ key }) => key);
    expect(await keysAbove(20)).toEqual(["50", "30"]);
    expect(await keysAbove(50)).toEqual([]);
  });

  test("purging takes what has run out and leaves the rest", async () => {
    const store = create();
    await store.put(anAnswer({ key: "over", keepUntilMs: 5000 }));
    await store.put(anAnswer({ key: "good", keepUntilMs: 5001 }));
    await store.purge(5000);
    expect([await store.find("over"), (await store.find("good"))?.key]).toEqual([null, "good"]);
  });

  test("bodies past the store's size push out the oldest answers", async () => {
    const store = create();
    for (let number = 0; number < 30; number += 1) {
      const body = "x".repeat(1000);
      await store.put(anAnswer({ key: `k${number}`, answeredAtMs: number, body }));
    }
    await store.purge(0);
    const kept: string[] = [];
    for (let number = 0; number < 30; number += 1) {
      if ((await store.find(`k${number}`)) !== null) kept.push(`k${number}`);
    }
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length * 1000).toBeLessThanOrEqual(BYTES_MAX);
    expect(kept.at(-1)).toBe("k29");
    expect(kept[0]).toBe(`k${30 - kept.length}`);
  });
});

test("SQLite keeps answers over a restart", async () => {
  const folder = temporaryFolder();
  const first = openDatabase(join(folder, "vitrine.db"));
  await createSqliteAnswerStore(first, { bytesMax: BYTES_MAX }).put(anAnswer());
  first.close();
  const store = createSqliteAnswerStore(openFile(folder), { bytesMax: BYTES_MAX });
  expect(await store.find("a")).toEqual(anAnswer());
});

test("what another process renewed is found behind the memory", async () => {
  const database = openFile();
  const shared = createSqliteAnswerStore(database, { bytesMax: BYTES_MAX });
  const memory = createMemoryAnswerStore({ bytesMax: BYTES_MAX });
  const store = createLayeredAnswerStore({ memory, shared, onFailure: neverFails });
  await store.put(anAnswer({ body: "ours" }));
  await shared.put(anAnswer({ answeredAtMs: 2000, body: "theirs" }));
  expect((await store.find("a"))?.body).toBe("theirs");
});

test("while the shared store fails, the memory answers and the failure is reported", async () => {
  const database = openDatabase(":memory:");
  const shared = createSqliteAnswerStore(database, { bytesMax: BYTES_MAX });
  const failures: unknown[] = [];
  const store = createLayeredAnswerStore({
    memory: createMemoryAnswerStore({ bytesMax: BYTES_MAX }),
    shared,
    onFailure: (cause) => failures.push(cause),
  });
  await store.put(anAnswer());
  database.exec("DROP TABLE answers");
  expect((await store.find("a"))?.key).toBe("a");
  await store.put(anAnswer({ key: "b", count: 50 }));
  expect(await store.findLarger("f", 24)).toMatchObject([{ key: "b" }]);
  expect(failures).toHaveLength(3);
});

import { describe, expect, test } from "vitest";
import type { AttemptWindow, AuthRecord, AuthRecords } from "@/lib/state/auth-records";
import { IMPLEMENTATIONS } from "./implementations";

const START_MS = Date.UTC(2026, 10, 10, 9);

const record = (changes: Partial<AuthRecord> = {}): AuthRecord => ({
  kind: "session",
  id: "s1",
  key: "digest-1",
  owner: "p1",
  endsAtMs: null,
  body: '{"id":"s1"}',
  ...changes,
});

describe.each(IMPLEMENTATIONS)("$name", ({ simulate }) => {
  async function processes() {
    const { open, setTime } = await simulate(START_MS);
    return { one: open().authRecords(), other: open().authRecords(), setTime };
  }

  test("every process finds a record by its id, its key and its owner", async () => {
    const { one, other } = await processes();
    expect(await one.add(record())).toBe(true);
    expect(await one.add(record({ kind: "person" }))).toBe(true);
    expect(await one.add(record({ id: "s2", key: "digest-2" }))).toBe(true);
    expect(await other.find({ kind: "session", id: "s1" })).toEqual([record()]);
    expect(await other.find({ kind: "session", key: "digest-1" })).toEqual([record()]);
    const owned = await other.find({ kind: "session", owner: "p1" });
    expect(owned.map(({ id }) => id)).toEqual(["s2", "s1"]);
    expect(await other.find({ kind: "session", key: "digest-3" })).toEqual([]);
  });

  test("an id and a key can be taken once, even by concurrent processes", async () => {
    const { one, other } = await processes();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 === 0 ? one : other).add(record({ id: `s${n}`, key: "same" })),
      ),
    );
    expect(results.filter((isAdded) => isAdded)).toHaveLength(1);
    const [added] = await one.find({ kind: "session", key: "same" });
    expect(await other.add(record({ id: added?.id ?? "", key: "free" }))).toBe(false);
  });

  test("a record is replaced, unless its new key is taken", async () => {
    const { one, other } = await processes();
    expect(await one.replace(record())).toBe(false);
    await one.add(record());
    await one.add(record({ id: "s2", key: "digest-2" }));
    expect(await other.replace(record({ body: "{}", endsAtMs: START_MS + 1_000 }))).toBe(true);
    expect(await one.find({ kind: "session", id: "s1" })).toMatchObject([{ body: "{}" }]);
    expect(await other.replace(record({ key: "digest-2" }))).toBe(false);
    expect(await one.find({ kind: "session", id: "s1" })).toMatchObject([{ key: "digest-1" }]);
  });

  test("a record that has ended is gone, and frees its key", async () => {
    const { one, other, setTime } = await processes();
    await one.add(record({ endsAtMs: START_MS + 1_000 }));
    await one.add(record({ id: "s2", key: "digest-2", endsAtMs: START_MS + 3_000 }));
    await setTime(START_MS + 1_000);
    const owned = await other.find({ kind: "session", owner: "p1" });
    expect(owned.map(({ id }) => id)).toEqual(["s2"]);
    expect(await other.add(record({ id: "s3" }))).toBe(true);
    expect(await one.remove({ kind: "session", key: "digest-1" })).toBe(1);
    await setTime(START_MS + 3_000);
    expect(await one.remove({ kind: "session", id: "s2" })).toBe(0);
  });

  test("records are deleted by owner, and those of others stay", async () => {
    const { one, other } = await processes();
    await one.add(record());
    await one.add(record({ id: "s2", key: "digest-2" }));
    await one.add(record({ id: "s3", key: "digest-3", owner: "p2" }));
    expect(await other.remove({ kind: "session", owner: "p1" })).toBe(2);
    expect(await one.find({ kind: "session", owner: "p1" })).toEqual([]);
    expect(await one.find({ kind: "session", owner: "p2" })).toHaveLength(1);
  });

  const PAIR = { key: "pair", limit: 2, windowMs: 1_000 };
  const VISITOR = { key: "visitor", limit: 3, windowMs: 5_000 };

  const outcome = async (records: AuthRecords, windows: AttemptWindow[]) =>
    (await records.attempt(windows)).outcome;

  test("attempts are counted for all processes, until their window ends", async () => {
    const { one, other, setTime } = await processes();
    expect(await outcome(one, [PAIR, VISITOR])).toBe("allowed");
    await setTime(START_MS + 900);
    expect(await outcome(other, [VISITOR, PAIR])).toBe("allowed");
    expect(await outcome(one, [PAIR, VISITOR])).toBe("first-refused");
    expect(await outcome(other, [PAIR, VISITOR])).toBe("refused");
    // The wait ends with the last full window.
    expect(await one.attempt([PAIR, VISITOR])).toEqual({ outcome: "refused", waitMs: 100 });
    // The refused attempts did not count in the windows that had room.
    expect(await outcome(other, [VISITOR])).toBe("allowed");
    await setTime(START_MS + 1_000);
    expect(await outcome(one, [PAIR])).toBe("allowed");
    expect(await outcome(one, [PAIR, VISITOR])).toBe("first-refused");
    await other.forgetAttempts(VISITOR.key);
    expect(await outcome(one, [PAIR, VISITOR])).toBe("allowed");
    expect(await outcome(one, [PAIR, VISITOR])).toBe("first-refused");
    expect(await outcome(one, [PAIR, VISITOR])).toBe("refused");
  });

  test("no more concurrent attempts than the limit are allowed", async () => {
    const { one, other } = await processes();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? one : other).attempt([VISITOR, PAIR])),
    );
    expect(outcomes.filter(({ outcome }) => outcome === "allowed")).toHaveLength(2);
    expect(outcomes.filter(({ outcome }) => outcome === "first-refused")).toHaveLength(1);
  });
});

import { expect, test } from "vitest";
import { Bulkhead, FETCH_LIMITS } from "@/lib/thumbnails/bulkhead";
import { neverAborts } from "@/lib/thumbnails/never-aborts";

const LIMITS = { runningMax: 4, runningPerHostMax: 2, waitingMax: 4, waitingPerHostMax: 3 };

/** Work that runs until it is let go; `started` says which have begun. */
function workshop() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name);
      ends.set(name, () => resolve(name));
    });
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

test("one host runs no more than its share, and the others are not kept waiting", async () => {
  const bulkhead = new Bulkhead(LIMITS);
  const { started, work, end } = workshop();
  const runs = ["a1", "a2", "a3", "b1"].map((name) =>
    bulkhead.run(name.slice(0, 1), neverAborts(), work(name)),
  );
  await Promise.resolve();
  expect(started).toEqual(["a1", "a2", "b1"]);
  expect(bulkhead.waiting).toBe(1);
  end("a1");
  await runs[0];
  expect(started).toContain("a3");
  for (const name of ["a2", "a3", "b1"]) end(name);
  await Promise.all(runs);
  expect([bulkhead.running, bulkhead.waiting]).toEqual([0, 0]);
});

test("no more than the total runs, whatever the hosts", async () => {
  const bulkhead = new Bulkhead(LIMITS);
  const { started, work } = workshop();
  for (const host of ["a", "b", "c", "d", "e"]) void bulkhead.run(host, neverAborts(), work(host));
  await Promise.resolve();
  expect(started).toEqual(["a", "b", "c", "d"]);
});

test("a full queue, and one host's full part of it, answer 503 with a time to come back", async () => {
  const bulkhead = new Bulkhead(LIMITS);
  const { work } = workshop();
  for (let n = 0; n < 5; n += 1) void bulkhead.run("a", neverAborts(), work(`a${n}`));
  await expect(bulkhead.run("a", neverAborts(), work("a6"))).rejects.toMatchObject({
    status: 503,
    retryAfterSeconds: 2,
    isRemembered: false,
  });
  for (let n = 0; n < 3; n += 1) void bulkhead.run("b", neverAborts(), work(`b${n}`));
  await expect(bulkhead.run("c", neverAborts(), work("c1"))).rejects.toMatchObject({ status: 503 });
});

test("whoever leaves while waiting gives up the place", async () => {
  const bulkhead = new Bulkhead(LIMITS);
  const { started, work, end } = workshop();
  const first = [
    bulkhead.run("a", neverAborts(), work("a1")),
    bulkhead.run("a", neverAborts(), work("a2")),
  ];
  const leaving = new AbortController();
  const left = bulkhead.run("a", leaving.signal, work("left"));
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect(bulkhead.waiting).toBe(0);
  end("a1");
  end("a2");
  await Promise.all(first);
  expect(started).not.toContain("left");
});

test("work that throws makes room like any other", async () => {
  const bulkhead = new Bulkhead(LIMITS);
  const failing = () => Promise.reject(new Error("broke"));
  for (let n = 0; n < 10; n += 1) {
    await expect(bulkhead.run("a", neverAborts(), failing)).rejects.toThrow("broke");
  }
  expect(bulkhead.running).toBe(0);
});

test("beside a host that hangs with all it may have, seven others have all that they may", async () => {
  const bulkhead = new Bulkhead(FETCH_LIMITS);
  const { started, work } = workshop();
  const hanging = Array.from({ length: 52 }, (_, n) =>
    bulkhead.run("hangs", neverAborts(), work(`hangs${n}`)),
  );
  const others = ["a", "b", "c", "d", "e", "f", "g"].flatMap((host) =>
    Array.from({ length: 4 }, (_, n) => bulkhead.run(host, neverAborts(), work(`${host}${n}`))),
  );
  await Promise.resolve();
  expect(started.filter((name) => name.startsWith("hangs"))).toHaveLength(4);
  expect(started).toHaveLength(32);
  expect([hanging.length + others.length, bulkhead.running, bulkhead.waiting]).toEqual([
    80, 32, 48,
  ]);
  // There is room to wait for the others, too.
  void bulkhead.run("a", neverAborts(), work("a5"));
  expect(bulkhead.waiting).toBe(49);
});

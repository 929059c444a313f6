import { expect, test } from "vitest";
import { createFairQueue, type FairQueue } from "@/lib/platform/fair-queue";

const LIMITS = { runningMax: 4, runningPerHostMax: 2, waitingMax: 4, waitingPerHostMax: 3 };

const FETCH_LIMITS = {
  runningMax: 32,
  runningPerHostMax: 4,
  waitingMax: 64,
  waitingPerHostMax: 48,
};
const options = (host: string, visitor = "visitor") => ({
  host,
  visitor,
  signal: new AbortController().signal,
});
const run = <T>(queue: FairQueue, host: string, work: () => Promise<T>) =>
  queue.run(options(host), work);

/** Creates work that runs until it is released; `started` lists the work that has begun. */
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

test("one host gets no more than its share, and does not delay the others", async () => {
  const queue = createFairQueue(LIMITS);
  const { started, work, end } = workshop();
  const runs = ["a1", "a2", "a3", "b1"].map((name) => run(queue, name.slice(0, 1), work(name)));
  await Promise.resolve();
  expect(started).toEqual(["a1", "a2", "b1"]);
  expect(queue.stats().waiting).toBe(1);
  end("a1");
  await runs[0];
  expect(started).toContain("a3");
  for (const name of ["a2", "a3", "b1"]) end(name);
  await Promise.all(runs);
  expect([queue.stats().running, queue.stats().waiting]).toEqual([0, 0]);
});

test("one visitor gets no more than its share, and does not delay the others", async () => {
  const queue = createFairQueue({ ...LIMITS, runningPerVisitorMax: 1 });
  const { started, work, end } = workshop();
  const runs = ["a1", "a2", "b1"].map((name) =>
    queue.run(options(name, name.slice(0, 1)), work(name)),
  );
  await Promise.resolve();
  expect(started).toEqual(["a1", "b1"]);
  end("a1");
  await runs[0];
  expect(started).toEqual(["a1", "b1", "a2"]);
});

test("no more than the total runs, whatever the hosts", async () => {
  const queue = createFairQueue(LIMITS);
  const { started, work } = workshop();
  for (const host of ["a", "b", "c", "d", "e"]) void run(queue, host, work(host));
  await Promise.resolve();
  expect(started).toEqual(["a", "b", "c", "d"]);
});

test("a full queue, or one host's full part of it, refuses with a time to retry", async () => {
  const queue = createFairQueue(LIMITS);
  const { work } = workshop();
  for (let n = 0; n < 5; n += 1) void run(queue, "a", work(`a${n}`));
  await expect(run(queue, "a", work("a6"))).rejects.toMatchObject({
    code: "busy",
    retryAfterSeconds: 1,
  });
  for (let n = 0; n < 3; n += 1) void run(queue, "b", work(`b${n}`));
  await expect(run(queue, "c", work("c1"))).rejects.toMatchObject({ code: "busy" });
});

test("a job that is aborted while it waits leaves the queue", async () => {
  const queue = createFairQueue(LIMITS);
  const { started, work, end } = workshop();
  const first = [run(queue, "a", work("a1")), run(queue, "a", work("a2"))];
  const leaving = new AbortController();
  const left = queue.run({ ...options("a"), signal: leaving.signal }, work("left"));
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect(queue.stats().waiting).toBe(0);
  end("a1");
  end("a2");
  await Promise.all(first);
  expect(started).not.toContain("left");
});

test("work that throws frees its slot", async () => {
  const queue = createFairQueue(LIMITS);
  const failing = () => Promise.reject(new Error("broke"));
  for (let n = 0; n < 10; n += 1) {
    await expect(run(queue, "a", failing)).rejects.toThrow("broke");
  }
  expect(queue.stats().running).toBe(0);
});

test("while a host hangs with all its slots, seven other hosts have all of theirs", async () => {
  const queue = createFairQueue(FETCH_LIMITS);
  const { started, work } = workshop();
  const hanging = Array.from({ length: 52 }, (_, n) => run(queue, "hangs", work(`hangs${n}`)));
  const others = ["a", "b", "c", "d", "e", "f", "g"].flatMap((host) =>
    Array.from({ length: 4 }, (_, n) => run(queue, host, work(`${host}${n}`))),
  );
  await Promise.resolve();
  expect(started.filter((name) => name.startsWith("hangs"))).toHaveLength(4);
  expect(started).toHaveLength(32);
  expect([hanging.length + others.length, queue.stats().running, queue.stats().waiting]).toEqual([
    80, 32, 48,
  ]);
  // There is also room for others to wait.
  void run(queue, "a", work("a5"));
  expect(queue.stats().waiting).toBe(49);
});

/** Creates a queue with one slot, which is taken until `free` is called. */
async function busyQueue(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({ runningMax: 1, waitingMax: 100, ...limits });
  const order: string[] = [];
  let free = () => {};
  void queue.run(options("", "first"), () => new Promise<void>((resolve) => (free = resolve)));
  const add = (visitor: string, name: string) =>
    queue.run(options("", visitor), async () => void order.push(name));
  await Promise.resolve();
  return { queue, order, add, free };
}

test("one visitor's hundred jobs delay another visitor's jobs by one each", async () => {
  const { order, add, free } = await busyQueue({ waitingMax: 200 });
  const greedy = Array.from({ length: 100 }, (_, n) => add("greedy", `g${n}`));
  const modest = Array.from({ length: 3 }, (_, n) => add("modest", `m${n}`));
  free();
  await Promise.all([...greedy, ...modest]);
  expect(order.slice(0, 7)).toEqual(["g0", "m0", "g1", "m1", "g2", "m2", "g3"]);
});

test("a visitor that fills the queue is refused, but other visitors are not", async () => {
  const { order, add, free } = await busyQueue({ waitingMax: 4 });
  const greedy = Array.from({ length: 4 }, (_, n) => add("greedy", `g${n}`));
  const modest = [add("modest", "m0"), add("modest", "m1")];
  for (const job of greedy.slice(2)) await expect(job).rejects.toMatchObject({ code: "busy" });
  await expect(add("greedy", "g4")).rejects.toMatchObject({ code: "busy" });
  free();
  await Promise.all([...greedy.slice(0, 2), ...modest]);
  expect(order).toEqual(["g0", "m0", "g1", "m1"]);
});

test("waiting jobs are limited by their bytes, too", async () => {
  const { queue } = await busyQueue({ waitingBytesMax: 10 });
  const job = (bytes: number) => queue.run({ ...options(""), bytes }, async () => {});
  void job(6);
  void job(4);
  await expect(job(1)).rejects.toMatchObject({ code: "busy" });
  void job(0);
  expect(queue.stats().waiting).toBe(3);
});

test("visitors share the time of jobs whose cost is their time", async () => {
  let nowMs = 0;
  const queue = createFairQueue(
    { runningMax: 1, waitingMax: 100 },
    { costMs: (ranMs) => ranMs, clock: () => nowMs },
  );
  const order: string[] = [];
  const job = (visitor: string, ms: number) =>
    queue.run(options("", visitor), async () => {
      order.push(visitor);
      nowMs += ms;
    });
  // Each job also counts as one turn, a millisecond.
  const long = Array.from({ length: 3 }, () => job("long", 200));
  const short = Array.from({ length: 3 }, () => job("short", 0));
  await Promise.all([...long, ...short]);
  expect(order).toEqual(["long", "short", "short", "short", "long", "long"]);
});

test("a visitor whose job hangs saves up no turns meanwhile", async () => {
  const queue = createFairQueue({ runningMax: 2, waitingMax: 100 });
  void queue.run(options("slow", "hangs"), () => new Promise(() => {}));
  const add = (visitor: string) =>
    queue.run(options("", visitor), async () => void order.push(visitor));
  const order: string[] = [];
  for (let n = 0; n < 60; n += 1) await add("busy");
  order.length = 0;
  let free = () => {};
  void queue.run(options("", "busy"), () => new Promise<void>((resolve) => (free = resolve)));
  const jobs = ["hangs", "hangs", "hangs", "hangs", "busy", "busy", "new"].map(add);
  await Promise.resolve();
  free();
  await Promise.all(jobs);
  expect(order.indexOf("new")).toBeLessThan(4);
  expect(order.indexOf("busy")).toBeLessThan(4);
});

test("where one host's part is full, the visitor with the most jobs of that host is refused", async () => {
  const queue = createFairQueue(LIMITS);
  const { work } = workshop();
  const ask = (host: string, visitor: string, name: string) =>
    queue.run(options(host, visitor), work(name));
  for (const n of [1, 2]) void ask("y", "first", `first${n}`);
  for (const n of [1, 2, 3]) void ask("z", "elsewhere", `z${n}`);
  const here = ask("y", "elsewhere", "here");
  const many = [1, 2, 3].map((n) => ask("y", "many", `many${n}`));
  await expect(many[2]).rejects.toMatchObject({ code: "busy" });
  expect(await Promise.race([here, Promise.resolve("waits")])).toBe("waits");
});

test("a full queue refuses with the error of its owner", async () => {
  const refusal = () => new Error("full");
  const queue = createFairQueue({ runningMax: 1, waitingMax: 0 }, { refusal });
  void run(queue, "a", () => new Promise(() => {}));
  await expect(run(queue, "a", async () => {})).rejects.toThrow("full");
});

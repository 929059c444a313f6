import { expect, test } from "vitest";
import { createFairQueue, type FairQueue, JobDropped } from "@/lib/thumbnails/fair-queue";
import { createWorkPriority } from "@/lib/thumbnails/work-priority";

const LIMITS = { runningMax: 4, runningPerHostMax: 2, waitingMax: 4, waitingPerHostMax: 3 };

const FETCH_LIMITS = {
  runningMax: 32,
  runningPerHostMax: 4,
  waitingMax: 64,
  waitingPerHostMax: 48,
};
const options = (host: string, visitor: string | null = "visitor") => ({
  host,
  priority: createWorkPriority(visitor),
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

test("a full queue, or one host's full part of it, gives 503 with a time to retry", async () => {
  const queue = createFairQueue(LIMITS);
  const { work } = workshop();
  for (let n = 0; n < 5; n += 1) void run(queue, "a", work(`a${n}`));
  await expect(run(queue, "a", work("a6"))).rejects.toMatchObject({
    status: 503,
    retryAfterSeconds: 2,
    isRemembered: false,
  });
  for (let n = 0; n < 3; n += 1) void run(queue, "b", work(`b${n}`));
  await expect(run(queue, "c", work("c1"))).rejects.toMatchObject({ status: 503 });
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
  const add = (visitor: string | null, name: string) =>
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
  for (const job of greedy.slice(2)) await expect(job).rejects.toMatchObject({ status: 503 });
  await expect(add("greedy", "g4")).rejects.toMatchObject({ status: 503 });
  free();
  await Promise.all([...greedy.slice(0, 2), ...modest]);
  expect(order).toEqual(["g0", "m0", "g1", "m1"]);
});

test("waiting jobs are limited by their bytes, too", async () => {
  const { queue } = await busyQueue({ waitingBytesMax: 10 });
  const job = (bytes: number) => queue.run({ ...options(""), bytes }, async () => {});
  void job(6);
  void job(4);
  await expect(job(1)).rejects.toMatchObject({ status: 503 });
  void job(0);
  expect(queue.stats().waiting).toBe(3);
});

test("background jobs are dropped as soon as a visitor has to wait", async () => {
  const { order, add, free } = await busyQueue();
  const background = [add(null, "b0"), add(null, "b1")];
  const visitor = add("visitor", "v");
  const later = add(null, "b2");
  for (const job of [...background, later]) await expect(job).rejects.toBeInstanceOf(JobDropped);
  free();
  await visitor;
  expect(order).toEqual(["v"]);
});

test("only the newest 24 background jobs wait", async () => {
  const { queue, order, add, free } = await busyQueue();
  const jobs = Array.from({ length: 30 }, (_, n) => add(null, `b${n}`));
  for (const job of jobs.slice(0, 6)) await expect(job).rejects.toBeInstanceOf(JobDropped);
  expect(queue.stats().waiting).toBe(24);
  free();
  await Promise.all(jobs.slice(6));
  expect(order[0]).toBe("b6");
});

test("background jobs of many visitors take turns, and the visitor with the most loses jobs first", async () => {
  const { queue, order, free } = await busyQueue({ backgroundWaitingMax: 4 });
  const add = (visitor: string, name: string) => {
    const priority = createWorkPriority(visitor, { isBackground: true });
    return queue.run({ ...options(""), priority }, async () => void order.push(name));
  };
  const greedy = Array.from({ length: 4 }, (_, n) => add("greedy", `g${n}`));
  const modest = add("modest", "m");
  await expect(greedy[0]).rejects.toBeInstanceOf(JobDropped);
  free();
  await Promise.all([...greedy.slice(1), modest]);
  expect(order).toEqual(["g1", "m", "g2", "g3"]);
});

test("background jobs leave half of the slots to visitors", async () => {
  const queue = createFairQueue({ runningMax: 4, waitingMax: 4 });
  const { started, work } = workshop();
  for (const name of ["b0", "b1", "b2"]) void queue.run(options("", null), work(name));
  for (const name of ["v0", "v1"]) void queue.run(options(""), work(name));
  await Promise.resolve();
  expect(started).toEqual(["b0", "b1", "v0", "v1"]);
});

test("a background job that a visitor joins gets that visitor's priority", async () => {
  const { queue, order, add, free } = await busyQueue();
  const priority = createWorkPriority(null);
  const joined = queue.run({ ...options(""), priority }, async () => void order.push("joined"));
  priority.promote("visitor");
  const other = add("other", "other");
  free();
  await Promise.all([joined, other]);
  expect(order).toEqual(["joined", "other"]);
});

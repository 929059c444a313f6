import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRequestSlots, type Slot } from "@/lib/http/request-slots";
import { toAppError } from "@/lib/platform/errors";
import type { RequestPriority } from "@/lib/web/route";

/** The event loop's idle time; the clock is that of the fake timers. */
let idleMs = 0;
let started: [RequestPriority, number][] = [];
let shed: RequestPriority[] = [];
let slots: ReturnType<typeof createRequestSlots>;

beforeEach(() => {
  vi.useFakeTimers();
  idleMs = 0;
  started = [];
  shed = [];
  order = [];
  slots = create();
});

const create = (options: { slots?: number } = {}) =>
  createRequestSlots({
    events: {
      started: (...start) => void started.push(start),
      shed: (priority) => void shed.push(priority),
    },
    clock: Date.now,
    idleClock: () => idleMs,
    ...options,
  });

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type Asked = { name: string; slot: Slot | null; code: string | null; leave(): void };

/** The names of requests in the order in which they started. */
let order: string[] = [];

/** Enters or waits, as a server does. */
function enter(
  priority: RequestPriority,
  visitor: string,
  name = `${visitor}'s ${priority}`,
): Asked {
  const left = new AbortController();
  const asked: Asked = {
    name,
    slot: null,
    code: null,
    leave: () => left.abort(new Error("left")),
  };
  const start = (slot: Slot) => {
    asked.slot = slot;
    order.push(name);
  };
  const entered = slots.enter(priority, { visitor, signal: left.signal });
  if (entered instanceof Promise) {
    entered.then(start, (cause) => {
      asked.code = left.signal.aborted ? "left" : toAppError(cause).code;
    });
  } else start(entered);
  return asked;
}

/** Ends requests in sequence, each after the same time, until none is left. */
async function finishAll(asked: Asked[], ms: number | ((name: string) => number)): Promise<void> {
  for (const done = new Set<Asked>(); done.size < asked.length; ) {
    const next = asked.find((each) => each.slot !== null && !done.has(each));
    if (next === undefined) throw new Error("nothing runs");
    await pass(typeof ms === "number" ? ms : ms(next.name));
    done.add(next);
    next.slot?.leave();
    await pass(0);
  }
}

test("a request enters at once while there is a slot", () => {
  expect(enter("page", "ann").slot).not.toBeNull();
  expect(started).toEqual([]);
  expect(slots.isBusy()).toBe(false);
});

test("two visitors compute at once, a third waits for a slot", async () => {
  const [ann, bob, eve] = [enter("page", "ann"), enter("page", "bob"), enter("page", "eve")];
  expect([ann.slot === null, bob.slot === null, eve.slot === null]).toEqual([false, false, true]);
  expect(slots.isBusy()).toBe(true);
  await pass(40);
  ann.slot?.leave();
  await pass(0);
  expect(eve.slot).not.toBeNull();
  expect(started.at(-1)).toEqual(["page", 0.04]);
});

test("one visitor has one slot, so that another's request has the other at once", async () => {
  const [first, second] = [enter("page", "crowd"), enter("page", "crowd")];
  expect([first.slot === null, second.slot === null]).toEqual([false, true]);
  expect(enter("page", "ann").slot).not.toBeNull();
});

test("a visitor who has used more waits while a visitor who has used less computes", async () => {
  const crowd = [enter("page", "crowd"), enter("page", "crowd"), enter("page", "crowd")];
  const ann = enter("page", "ann");
  await pass(30);
  crowd[0]?.slot?.leave();
  await pass(0);
  expect(order).toEqual(["crowd's page", "ann's page"]);
  ann.slot?.leave();
  await pass(0);
  expect(order).toEqual(["crowd's page", "ann's page", "crowd's page"]);
});

test("the next slot goes to the visitor who used the slots least, not to the first in the queue", async () => {
  const crowd = Array.from({ length: 4 }, (_, n) => enter("page", "crowd", `crowd ${n}`));
  const quiet = [enter("page", "ann", "ann"), enter("page", "bob", "bob")];
  await finishAll([...crowd, ...quiet], 20);
  expect(order).toEqual(["crowd 0", "ann", "bob", "crowd 1", "crowd 2", "crowd 3"]);
});

test("use is counted in time, not in requests", async () => {
  slots = create({ slots: 1 });
  const busy = [enter("page", "someone")];
  const long = Array.from({ length: 2 }, (_, n) => enter("page", "long", `long ${n}`));
  const short = Array.from({ length: 4 }, (_, n) => enter("page", "short", `short ${n}`));
  await finishAll([...busy, ...long, ...short], (name) => (name.startsWith("long") ? 90 : 20));
  expect(order.slice(1)).toEqual(["long 0", "short 0", "short 1", "short 2", "short 3", "long 1"]);
});

test("a visitor who pauses never waits for a visitor who does not", async () => {
  // The crowd's requests are short, for example because each is refused by a limit.
  let crowd = Array.from({ length: 20 }, () => enter("search", "crowd"));
  for (let n = 0; n < 5; n += 1) {
    const quiet = enter("search", "quiet");
    expect(quiet.slot).not.toBeNull();
    await pass(90);
    quiet.slot?.leave();
    for (let ms = 0; ms < 200; ms += 10) {
      await pass(10);
      const next = crowd.find(({ slot }) => slot !== null);
      next?.slot?.leave();
      crowd = [...crowd.filter((each) => each !== next), enter("search", "crowd")];
    }
  }
});

test("pages go before searches, and searches before thumbnails", async () => {
  const busy = [enter("page", "ann"), enter("page", "bob")];
  const asked = [
    enter("thumbnail", "c"),
    enter("search", "d"),
    enter("page", "e"),
    enter("page", "f"),
  ];
  await finishAll([...busy, ...asked], 5);
  expect(order.slice(2)).toEqual(["e's page", "f's page", "d's search", "c's thumbnail"]);
});

test("pages of one visitor do not starve another's search", async () => {
  const crowd = Array.from({ length: 8 }, (_, n) => enter("page", "crowd", `crowd ${n}`));
  const blocker = enter("page", "bob", "bob");
  const search = enter("search", "ann", "ann's search");
  await finishAll([...crowd, blocker, search], 30);
  expect(order.indexOf("ann's search")).toBeLessThan(5);
});

/** Makes requests lose their slots. */
async function idle(): Promise<void> {
  idleMs += 10;
  await pass(10);
}

type Overfilling = "page" | "search" | "thumbnail";

/** Two slots that are never free for long, with many waiting visitors. */
function overfill(counts: Record<Overfilling, number>) {
  const priorities = Object.keys(counts) as Overfilling[];
  return priorities.flatMap((priority) =>
    Array.from({ length: counts[priority] }, (_, n) => enter(priority, `${priority} ${n}`)),
  );
}

test("requests that wait too long are refused: thumbnails, then searches, then pages", async () => {
  const asked = overfill({ page: 100, search: 50, thumbnail: 50 });
  const refusedAfterMs: Partial<Record<RequestPriority, number>> = {};
  for (let ms = 0; ms < 3_000; ms += 50) {
    await pass(40);
    await idle();
    for (const priority of shed) refusedAfterMs[priority] ??= ms + 50;
  }
  expect(refusedAfterMs).toEqual({ thumbnail: 1_000, search: 1_500, page: 2_000 });
  expect(new Set(asked.map(({ code }) => code))).toEqual(new Set([null, "busy"]));
  expect(order).toHaveLength(80);
  expect(order.every((name) => name.endsWith("page"))).toBe(true);
});

test("a plan's 200 searches at once, each of 20 ms, are all answered", async () => {
  const burst = Array.from({ length: 300 }, (_, n) => enter("api", "program", `${n}`));
  for (const { slot } of burst.slice(0, 200)) {
    expect(slot).not.toBeNull();
    await pass(20);
    slot?.leave();
    await pass(0);
  }
  expect(shed).toEqual([]);
  await pass(1_100);
  expect(shed.length).toBeGreaterThan(90);
});

test("a refusal has a time to retry", async () => {
  overfill({ page: 100, search: 0, thumbnail: 0 });
  const { signal } = new AbortController();
  const refusal = slots.enter("search", { visitor: "ann", signal });
  const refused = expect(refusal).rejects.toMatchObject({ code: "busy", retryAfterSeconds: 2 });
  await pass(1_500);
  await refused;
});

test("requests may wait longer in a short queue than in a standing one", async () => {
  // A page's wait of 2.2 s is allowed while the queue is empty now and then.
  const busy = [enter("page", "ann"), enter("page", "bob")];
  const waits = enter("page", "ann", "waits");
  await pass(90);
  waits.leave();
  await pass(0);
  expect(slots.isBusy()).toBe(false);
  for (const { slot } of busy) slot?.leave();
  overfill({ page: 100, search: 0, thumbnail: 0 });
  await pass(1_490);
  expect(shed).toEqual([]);
});

test("a visitor who leaves while waiting is removed", async () => {
  const busy = [enter("page", "ann"), enter("page", "bob")];
  const [leaves, stays] = [enter("page", "eve"), enter("page", "dan")];
  leaves.leave();
  await finishAll([...busy, stays], 10);
  expect([leaves.code, leaves.slot]).toEqual(["left", null]);
  expect(shed).toEqual([]);
  expect(slots.isBusy()).toBe(false);
});

test("a request that waits for I/O loses its slot: when the event loop idles, or after 1 s", async () => {
  const busy = [enter("page", "ann"), enter("page", "bob")];
  const [eve, dan] = [enter("page", "eve"), enter("page", "dan")];
  await pass(500);
  expect([eve.slot, dan.slot]).toEqual([null, null]);
  await idle();
  expect([eve.slot, dan.slot]).not.toContain(null);
  const last = [enter("page", "zoe"), enter("page", "amy")];
  await pass(900);
  expect(last.map(({ slot }) => slot)).toEqual([null, null]);
  await pass(110);
  expect(last.map(({ slot }) => slot)).not.toContain(null);
  // Leaving a lost slot does nothing.
  for (const { slot } of busy) slot?.leave();
  expect(enter("page", "tim").slot).toBeNull();
  for (const { slot } of last) slot?.leave();
  expect(enter("page", "tom").slot).not.toBeNull();
});

test("a visitor is not charged for the time in which a search waited for its service", async () => {
  const search = enter("search", "ann");
  idleMs += 3_000;
  await pass(3_000);
  const crowd = Array.from({ length: 20 }, (_, n) => enter("search", "crowd", `crowd ${n}`));
  search.slot?.leave();
  await pass(0);
  const again = enter("search", "ann", "again");
  await finishAll([...crowd, again], 20);
  expect(order.indexOf("again")).toBeLessThan(4);
});

test("leaving a slot twice frees one slot", () => {
  const [ann, bob] = [enter("page", "ann"), enter("page", "bob")];
  ann.slot?.leave();
  ann.slot?.leave();
  expect(enter("page", "eve").slot).not.toBeNull();
  expect(enter("page", "dan").slot).toBeNull();
  bob.slot?.leave();
});

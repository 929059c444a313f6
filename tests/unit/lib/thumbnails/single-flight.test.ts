import { expect, test } from "vitest";
import { neverAborts } from "@/lib/thumbnails/never-aborts";
import { SingleFlight } from "@/lib/thumbnails/single-flight";

/** Work that ends when it is told to. */
function controlled<T>() {
  let settle: { resolve(value: T): void; reject(error: unknown): void } | undefined;
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<T>((resolve, reject) => {
      settle = { resolve, reject };
    });
  };
  return {
    work,
    signals,
    resolve: (v: T) => settle?.resolve(v),
    reject: (e: unknown) => settle?.reject(e),
  };
}

test("500 equal requests start one piece of work", async () => {
  const flights = new SingleFlight<string>();
  const { work, signals, resolve } = controlled<string>();
  const all = Array.from({ length: 500 }, () => flights.run("k", neverAborts(), work));
  resolve("made");
  expect(new Set(await Promise.all(all))).toEqual(new Set(["made"]));
  expect(signals).toHaveLength(1);
  expect(signals[0]?.aborted).toBe(false);
  expect(flights.size).toBe(0);
});

test("499 who leave don't take it from the last one", async () => {
  const flights = new SingleFlight<string>();
  const { work, signals, resolve } = controlled<string>();
  const leaving = Array.from({ length: 499 }, () => new AbortController());
  const left = leaving.map(({ signal }) => flights.run("k", signal, work));
  const stays = flights.run("k", neverAborts(), work);
  for (const one of leaving) one.abort(new Error("left"));
  const outcomes = await Promise.allSettled(left);
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(signals[0]?.aborted).toBe(false);
  resolve("made");
  expect(await stays).toBe("made");
});

test("when all have left the work is aborted, and a newcomer starts afresh", async () => {
  const flights = new SingleFlight<string>();
  const { work, signals, resolve } = controlled<string>();
  const leaving = new AbortController();
  const left = flights.run("k", leaving.signal, work);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect(signals[0]?.aborted).toBe(true);
  const next = flights.run("k", neverAborts(), work);
  expect(signals).toHaveLength(2);
  resolve("made");
  expect(await next).toBe("made");
});

test("a failure reaches those who wait and nobody after them", async () => {
  const flights = new SingleFlight<string>();
  const failing = controlled<string>();
  const both = [
    flights.run("k", neverAborts(), failing.work),
    flights.run("k", neverAborts(), failing.work),
  ];
  failing.reject(new Error("broke"));
  for (const one of both) await expect(one).rejects.toThrow("broke");
  expect(await flights.run("k", neverAborts(), async () => "fine")).toBe("fine");
});

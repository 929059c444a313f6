import { expect, test } from "vitest";
import { type CoalescedCall, createRequestCoalescing } from "@/lib/platform/request-coalescing";

/** Coalesces calls with one key, which end when the test says so. */
function oneKey() {
  const coalescing = createRequestCoalescing<string>();
  const calls: { call: CoalescedCall; settle(value: string): void; fail(cause: Error): void }[] =
    [];
  const start = (call: CoalescedCall) =>
    new Promise<string>((resolve, reject) => {
      calls.push({ call, settle: resolve, fail: reject });
      call.signal.addEventListener("abort", () => reject(call.signal.reason));
    });
  return {
    coalescing,
    calls,
    join: (signal = new AbortController().signal) => coalescing.join("k", { signal, start }),
    last: () => calls.at(-1) as (typeof calls)[number],
  };
}

test("a thousand equal requests share one call", async () => {
  const { join, last, calls, coalescing } = oneKey();
  const waiting = Array.from({ length: 1000 }, () => join());
  last().settle("answer");
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["answer"]));
  expect(calls).toHaveLength(1);
  expect(coalescing.count()).toBe(0);
});

test("requests with other keys make separate calls", async () => {
  const coalescing = createRequestCoalescing<string>();
  const { signal } = new AbortController();
  const values = ["a", "b"].map((key) => coalescing.join(key, { signal, start: async () => key }));
  expect(await Promise.all(values)).toEqual(["a", "b"]);
});

test("start runs before join returns, so the caller knows whether it started the call", async () => {
  const { coalescing } = oneKey();
  const { signal } = new AbortController();
  const started: string[] = [];
  const join = (name: string) =>
    coalescing.join("k", {
      signal,
      start: async () => {
        started.push(name);
        return name;
      },
    });
  const both = [join("first"), join("second")];
  expect(started).toEqual(["first"]);
  expect(await Promise.all(both)).toEqual(["first", "first"]);
});

test("all waiters get a failure, and the next request starts a new call", async () => {
  const { join, last, calls } = oneKey();
  const waiting = [join(), join()];
  last().fail(new Error("down"));
  for (const one of waiting) await expect(one).rejects.toThrow("down");
  const next = join();
  last().settle("up");
  expect(await next).toBe("up");
  expect(calls).toHaveLength(2);
});

test("a waiter that leaves does not affect the others", async () => {
  const { join, last } = oneKey();
  const leaving = new AbortController();
  const [left, stayed] = [join(leaving.signal), join()];
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(last().call.signal.aborted).toBe(false);
  last().settle("answer");
  expect(await stayed).toBe("answer");
});

test("when the last waiter leaves, the call is aborted and a new request starts another", async () => {
  const { join, last, calls, coalescing } = oneKey();
  const leaving = new AbortController();
  const waiting = [join(leaving.signal), join(leaving.signal)];
  leaving.abort(new Error("gone"));
  for (const one of waiting) await expect(one).rejects.toThrow("gone");
  expect(calls[0]?.call.signal.aborted).toBe(true);
  expect(coalescing.count()).toBe(0);
  const next = join();
  last().settle("new");
  expect(await next).toBe("new");
  expect(calls).toHaveLength(2);
});

test("a detached call finishes without waiters, and a later request joins it", async () => {
  const { join, last, calls } = oneKey();
  const leaving = new AbortController();
  const left = join(leaving.signal);
  last().call.detach();
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(last().call.signal.aborted).toBe(false);
  const late = join();
  last().settle("answer");
  expect(await late).toBe("answer");
  expect(calls).toHaveLength(1);
});

test("a detached call that fails without waiters does not become an unhandled rejection", async () => {
  const { join, last, coalescing } = oneKey();
  const leaving = new AbortController();
  const left = join(leaving.signal);
  last().call.detach();
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  last().fail(new Error("down"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(coalescing.count()).toBe(0);
});

test("a request whose signal has aborted starts nothing", async () => {
  const { join, calls } = oneKey();
  await expect(join(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  expect(calls).toHaveLength(0);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onIdleOrInteraction } from "@/lib/client/on-idle-or-interaction";

const isReady = () => "ready" in document.documentElement.dataset;

// Fake timers replace idle callbacks too.
const idle = () => vi.advanceTimersByTimeAsync(1000);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A load that ends when the test says so. */
function aLoad() {
  const acts = { begin: () => {}, end: () => {}, fail: () => {} };
  const begun = new Promise<void>((resolve) => {
    acts.begin = resolve;
  });
  const ended = new Promise<void>((resolve, reject) => {
    acts.end = resolve;
    acts.fail = () => reject(new Error("offline"));
  });
  return {
    begun,
    ...acts,
    act: () => {
      acts.begin();
      return ended;
    },
  };
}

test("the page is ready when all code that waited for an idle browser has loaded", async () => {
  const [one, other] = [aLoad(), aLoad()];
  onIdleOrInteraction(one.act);
  onIdleOrInteraction(other.act);
  await idle();
  await Promise.all([one.begun, other.begun]);
  one.end();
  await idle();
  expect(isReady()).toBe(false);
  other.fail();
  await idle();
  expect(isReady()).toBe(true);
});

test("a page is not ready while what has loaded loads code of its own", async () => {
  const [one, inner] = [aLoad(), aLoad()];
  onIdleOrInteraction(() => one.act().then(() => onIdleOrInteraction(inner.act)));
  dispatchEvent(new Event("keydown"));
  one.end();
  await idle();
  await inner.begun;
  await idle();
  expect(isReady()).toBe(false);
  inner.end();
  await idle();
  expect(isReady()).toBe(true);
});

test("a cancelled call keeps no page from being ready", async () => {
  const cancel = onIdleOrInteraction(() => new Promise(() => {}));
  expect(isReady()).toBe(false);
  cancel();
  cancel();
  await idle();
  expect(isReady()).toBe(true);
});

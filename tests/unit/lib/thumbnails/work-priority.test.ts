import { expect, test } from "vitest";
import {
  createPrioritizedCoalescing,
  createWorkPriority,
  type WorkPriority,
} from "@/lib/thumbnails/work-priority";

const signal = new AbortController().signal;

/** Returns a call that the first priority starts and that never ends. */
function pendingCall(first: WorkPriority) {
  const coalescing = createPrioritizedCoalescing<string>();
  const join = (priority: WorkPriority) =>
    void coalescing.join("k", { priority, signal }, () => new Promise(() => {}));
  join(first);
  return join;
}

test("a visitor that joins background work promotes it", () => {
  const background = createWorkPriority(null);
  const join = pendingCall(background);
  join(createWorkPriority("a"));
  join(createWorkPriority("b"));
  expect(background.visitor()).toBe("a");
});

test("background work that joined other background work promotes it when it is promoted", () => {
  const first = createWorkPriority(null);
  const second = createWorkPriority(null);
  pendingCall(first)(second);
  expect(first.visitor()).toBeNull();
  second.promote("a");
  expect([first.visitor(), second.visitor()]).toEqual(["a", "a"]);
});

test("background work that joins a visitor's request changes nothing", () => {
  const visitor = createWorkPriority("a");
  pendingCall(visitor)(createWorkPriority(null));
  expect(visitor.visitor()).toBe("a");
});

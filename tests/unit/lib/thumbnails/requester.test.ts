import { expect, test } from "vitest";
import {
  createPrioritizedCoalescing,
  createRequester,
  type Requester,
} from "@/lib/thumbnails/requester";

const signal = new AbortController().signal;

/** Returns a call that the first requester starts and that never ends. */
function pendingCall(first: Requester) {
  const coalescing = createPrioritizedCoalescing<string>();
  const join = (requester: Requester) =>
    void coalescing.join("k", { requester, signal }, () => new Promise(() => {}));
  join(first);
  return join;
}

test("a visitor that joins background work promotes it", () => {
  const background = createRequester(null);
  const join = pendingCall(background);
  join(createRequester("a"));
  join(createRequester("b"));
  expect(background.visitor()).toBe("a");
});

test("background work that joined other background work promotes it when it is promoted", () => {
  const first = createRequester(null);
  const second = createRequester(null);
  pendingCall(first)(second);
  expect(first.visitor()).toBeNull();
  second.promote("a");
  expect([first.visitor(), second.visitor()]).toEqual(["a", "a"]);
});

test("background work that joins a visitor's request changes nothing", () => {
  const visitor = createRequester("a");
  pendingCall(visitor)(createRequester(null));
  expect(visitor.visitor()).toBe("a");
});

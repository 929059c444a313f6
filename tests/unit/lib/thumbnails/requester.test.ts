import { expect, test } from "vitest";
import {
  createPrioritizedCoalescing,
  createRequester,
  type Requester,
} from "@/lib/thumbnails/requester";

const signal = new AbortController().signal;

/** A call that the first requester starts and that never ends. */
function pendingCall(first: Requester) {
  const coalescing = createPrioritizedCoalescing<string>();
  const join = (requester: Requester) =>
    void coalescing.join("k", { requester, signal }, () => new Promise(() => {}));
  join(first);
  return join;
}

test("a client that joins background work promotes it", () => {
  const background = createRequester(null);
  const join = pendingCall(background);
  join(createRequester("a"));
  join(createRequester("b"));
  expect(background.client()).toBe("a");
});

test("background work that joined other background work promotes it when it is promoted", () => {
  const first = createRequester(null);
  const second = createRequester(null);
  pendingCall(first)(second);
  expect(first.client()).toBeNull();
  second.promote("a");
  expect([first.client(), second.client()]).toEqual(["a", "a"]);
});

test("background work that joins a client's request changes nothing", () => {
  const client = createRequester("a");
  pendingCall(client)(createRequester(null));
  expect(client.client()).toBe("a");
});

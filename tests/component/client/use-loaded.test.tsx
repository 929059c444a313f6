import { act, fireEvent, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useLoaded } from "@/lib/client/use-loaded";

test("code that failed to load when the browser was idle loads at the visitor's next act", async () => {
  let isOffline = true;
  let count = 0;
  const load = async () => {
    count++;
    if (isOffline) throw new Error("offline");
    return { tools: "loaded" };
  };
  const { result, unmount } = renderHook(() => useLoaded(load));
  fireEvent.pointerOver(document.body);
  await waitFor(() => expect(count).toBe(1));
  await act(async () => fireEvent.keyDown(document.body, { key: "x" }));
  expect(count).toBe(2);
  expect(result.current).toBeNull();
  isOffline = false;
  await act(async () => void dispatchEvent(new Event("online")));
  expect(result.current).toEqual({ tools: "loaded" });
  fireEvent.keyDown(document.body, { key: "x" });
  expect(count).toBe(3);
  unmount();
});

test("a page that has gone does not try again", async () => {
  let count = 0;
  const load = () => {
    count++;
    return Promise.reject(new Error("offline"));
  };
  const { unmount } = renderHook(() => useLoaded(load));
  fireEvent.pointerOver(document.body);
  await waitFor(() => expect(count).toBe(1));
  await act(async () => {});
  unmount();
  fireEvent.keyDown(document.body, { key: "x" });
  expect(count).toBe(1);
});

import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showToast, Toasts, undoLast } from "@/components/ui/toast";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a toast stays while the visitor moves with Tab, and then goes", () => {
  render(<Toasts />);
  act(() => showToast("Saved", [{ label: "Open", act: "/collections/a" }]));
  for (let presses = 0; presses < 3; presses++) {
    act(() => vi.advanceTimersByTime(9_000));
    fireEvent.keyDown(document.body, { key: "Tab" });
  }
  act(() => vi.advanceTimersByTime(9_000));
  expect(screen.getByRole("link", { name: "Open" })).toBeVisible();
  act(() => vi.advanceTimersByTime(2_000));
  expect(screen.queryByRole("link", { name: "Open" })).toBeNull();
});

const done: string[] = [];

/** Reports an act whose undo takes a while. */
function report(name: string): void {
  const undo = async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    done.push(name);
  };
  act(() => showToast(name, [{ label: `Undo ${name}`, act: undo, isUndo: true }]));
}

test("acts are undone from the last to the first, one at a time, also after a toast's own button", async () => {
  render(<Toasts />);
  for (const name of ["save", "remove", "move", "clear"]) report(name);
  fireEvent.click(screen.getByRole("button", { name: "Undo clear" }));
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(done).toEqual(["clear"]);
  expect([undoLast(), undoLast(), undoLast(), undoLast()]).toEqual([true, true, true, false]);
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(done).toEqual(["clear", "move"]);
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(done).toEqual(["clear", "move", "remove", "save"]);
});

test("a page that stays open keeps the last 20 undos", async () => {
  for (let i = 0; i < 25; i++) report(`act ${i}`);
  let count = 0;
  while (undoLast()) count += 1;
  expect(count).toBe(20);
  await vi.runAllTimersAsync();
});

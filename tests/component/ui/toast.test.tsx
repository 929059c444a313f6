import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showToast, Toasts } from "@/components/ui/toast";

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

import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { undoAction } from "@/components/image-dialogs/undo-action";
import { showToast, Toasts, undoLast } from "@/components/ui/toast";
import { CollectionStorageError } from "@/lib/client/collections/collection-database";

test("an undo that can never work does not hide the act before it", async () => {
  const before = vi.fn(async () => {});
  render(<Toasts />);
  act(() => showToast("Saved", [undoAction("Saved", before)]));
  const deleted = vi.fn(() => Promise.reject(new CollectionStorageError("deleted")));
  act(() => showToast("Moved", [undoAction("Moved", deleted)]));
  expect(undoLast()).toBe(true);
  await vi.waitFor(() => expect(deleted).toHaveBeenCalled());
  await act(async () => {});
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(undoLast()).toBe(true);
  await vi.waitFor(() => expect(before).toHaveBeenCalled());
});

test("an undo that may work later stays the next one", async () => {
  let isFull = true;
  const undo = vi.fn(async () => {
    if (isFull) throw new CollectionStorageError("full");
  });
  render(<Toasts />);
  act(() => showToast("Moved", [undoAction("Moved", undo)]));
  undoLast();
  await screen.findByRole("button", { name: "Undo" });
  isFull = false;
  expect(undoLast()).toBe(true);
  await vi.waitFor(() => expect(undo).toHaveBeenCalledTimes(2));
});

import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";

afterEach(cleanup);

// A message in the browser's console is a defect.
for (const channel of ["error", "warn"] as const) {
  vi.spyOn(console, channel).mockImplementation((...message: unknown[]) => {
    throw new Error(`unexpected console.${channel}: ${message.join(" ")}`);
  });
}

// jsdom has no popovers, and dialogs that cannot be opened.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
HTMLElement.prototype.scrollBy = () => {};
HTMLElement.prototype.scrollIntoView = () => {};
HTMLElement.prototype.showPopover = () => {};
HTMLElement.prototype.hidePopover = () => {};

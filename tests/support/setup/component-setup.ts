import "fake-indexeddb/auto";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, afterEach, vi } from "vitest";

// Files share a process and its page: each begins with modules without state, and an empty page.
vi.resetModules();
vi.unstubAllGlobals();
cleanup();
for (const storage of [localStorage, sessionStorage]) storage.clear();
for (const { name } of document.documentElement.attributes) {
  document.documentElement.removeAttribute(name);
}
document.head.replaceChildren();
document.body.replaceChildren();
history.replaceState(null, "", "/");
globalThis.indexedDB = new IDBFactory();

afterEach(cleanup);

// For what never comes: on a busy machine lazily loaded code takes longer than the default of a second.
configure({ asyncUtilTimeout: 60_000 });

// A message in the browser's console is a defect.
for (const channel of ["error", "warn"] as const) {
  vi.spyOn(console, channel).mockImplementation((...message: unknown[]) => {
    throw new Error(`unexpected console.${channel}: ${message.join(" ")}`);
  });
}

// jsdom has no popovers, and dialogs that cannot be opened.
HTMLDialogElement.prototype.show = function show() {
  this.open = true;
};
HTMLDialogElement.prototype.showModal = HTMLDialogElement.prototype.show;
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
Element.prototype.scrollBy = () => {};
Element.prototype.scrollIntoView = () => {};
HTMLElement.prototype.showPopover = () => {};
HTMLElement.prototype.hidePopover = () => {};

// Toasts are announced a moment after they are shown: after the last test of a file there is no document.
const timers: NodeJS.Timeout[] = [];
const start = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...of: Parameters<typeof start>) => {
  const timer = start(...of);
  timers.push(timer);
  return timer;
}, start);
afterAll(() => {
  timers.forEach(clearTimeout);
  globalThis.setTimeout = start;
});

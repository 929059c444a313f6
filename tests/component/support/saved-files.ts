import { onTestFinished, vi } from "vitest";

// The browser's own, taken before a test replaces it.
const { fetch } = window;

/** Records the files that the page gives to the browser to save, until the end of the test. */
export function watchSavedFiles() {
  const saved: { name: string; file: Promise<Blob> }[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, file: fetch(this.href).then((file) => file.blob()) });
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}

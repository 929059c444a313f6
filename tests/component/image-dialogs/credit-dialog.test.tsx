import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { CreditDialog } from "@/components/image-dialogs/credit-dialog";
import { savedCreditFormat } from "@/lib/client/copy-credit";
import { exportedImage } from "@/tests/support/requests/hostile-names";

let written: Record<string, string>[];

beforeEach(() => {
  written = [];
  localStorage.clear();
});

/** Call it after `userEvent.setup()`, which replaces the clipboard. */
function watchClipboard() {
  vi.stubGlobal(
    "ClipboardItem",
    class {
      constructor(readonly items: Record<string, Promise<Blob>>) {}
    },
  );
  vi.spyOn(navigator.clipboard, "write").mockImplementation(async (items) => {
    for (const item of items as unknown as { items: Record<string, Promise<Blob>> }[]) {
      const entries = Object.entries(item.items).map(async ([type, blob]) => [
        type,
        await textOf(await blob),
      ]);
      written.push(Object.fromEntries(await Promise.all(entries)));
    }
  });
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    written.push({ "text/plain": text });
  });
}

const textOf = (blob: Blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(blob);
  });

const images = [exportedImage(), exportedImage({ id: "2", name: "", clearance: null })];

test("a plain credit is copied as text and as HTML", async () => {
  const user = userEvent.setup();
  watchClipboard();
  render(<CreditDialog images={[exportedImage()]} onClose={() => {}} />);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  expect(written).toEqual([
    {
      "text/plain": expect.stringMatching(/^“Lighthouse after sunset”, .* Rights not verified\.$/),
      "text/html": expect.stringContaining('<a href="https://kustlicht.example/toren/48">'),
    },
  ]);
});

test("the format is chosen, previewed and remembered; a source is copied as text only", async () => {
  const user = userEvent.setup();
  watchClipboard();
  render(<CreditDialog images={images} onClose={() => {}} />);
  expect(screen.getByText("Credits of 2 images")).toBeInTheDocument();
  await user.selectOptions(screen.getByRole("combobox"), "Markdown");
  expect(screen.getByText(/^1\. “\[Lighthouse/)).toHaveTextContent("[Untitled image from");
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(written).toEqual([{ "text/plain": expect.stringMatching(/^1\. .*\n1\. /) }]);
  expect(savedCreditFormat()).toBe("markdown");
});

test("the editor's own template reports fields that do not exist", async () => {
  const user = userEvent.setup();
  render(<CreditDialog images={images} onClose={() => {}} />);
  await user.selectOptions(screen.getByRole("combobox"), "Custom template");
  const field = screen.getByRole("textbox");
  await user.clear(field);
  await user.type(field, "{{number}/{{title}");
  expect(screen.getByText("Unknown field: {title}")).toBeInTheDocument();
  expect(screen.getByText(/^1\/\{title\}\s+2\/\{title\}$/)).toBeInTheDocument();
});

test("only part of a large selection is previewed", () => {
  const many = Array.from({ length: 80 }, (_, i) => exportedImage({ id: String(i) }));
  render(<CreditDialog images={many} onClose={() => {}} />);
  expect(screen.getByText("And 30 more images.")).toBeInTheDocument();
});

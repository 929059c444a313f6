import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { CreditDialog } from "@/components/image-dialogs/credit-dialog";
import { creditFormat } from "@/lib/client/copy-credit";
import { exportedImage } from "@/tests/support/requests/hostile-names";

beforeEach(() => localStorage.clear());

/** Returns what the clipboard holds, by type. */
async function copied(): Promise<Record<string, string>> {
  const [item] = await navigator.clipboard.read();
  if (item === undefined) throw new Error("the clipboard is empty");
  const texts = item.types.map(async (type) => [type, await (await item.getType(type)).text()]);
  return Object.fromEntries(await Promise.all(texts));
}

const images = [exportedImage(), exportedImage({ id: "2", name: "", clearance: null })];

test("a plain credit is copied as text and as HTML", async () => {
  const user = userEvent.setup();
  render(<CreditDialog images={[exportedImage()]} onClose={() => {}} />);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  expect(await copied()).toEqual({
    "text/plain": expect.stringMatching(/^“Lighthouse after sunset”, .* Rights not verified\.$/),
    "text/html": expect.stringContaining('<a href="https://kustlicht.example/toren/48">'),
  });
});

test("the format is chosen, previewed and remembered; a source is copied as text only", async () => {
  const user = userEvent.setup();
  render(<CreditDialog images={images} onClose={() => {}} />);
  expect(screen.getByText("Credits of 2 images")).toBeInTheDocument();
  await user.selectOptions(screen.getByRole("combobox"), "Markdown");
  expect(screen.getByText(/^1\. “\[Lighthouse/)).toHaveTextContent("[Untitled image from");
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await copied()).toEqual({ "text/plain": expect.stringMatching(/^1\. .*\n1\. /) });
  expect(creditFormat.read().format).toBe("markdown");
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

test("a template says which parts some of the images lack", async () => {
  const user = userEvent.setup();
  render(<CreditDialog images={images} onClose={() => {}} />);
  await user.selectOptions(screen.getByRole("combobox"), "Custom template");
  await user.clear(screen.getByRole("textbox"));
  await user.type(screen.getByRole("textbox"), "{{name}/{{creator}");
  expect(screen.getByText("2 images have no creator.")).toBeVisible();
});

test("only part of a large selection is previewed", () => {
  const many = Array.from({ length: 80 }, (_, i) => exportedImage({ id: String(i) }));
  render(<CreditDialog images={many} onClose={() => {}} />);
  expect(screen.getByText("And 30 more images.")).toBeInTheDocument();
});

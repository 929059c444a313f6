import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { SearchResults } from "@/components/search/results/search-results";
import { Announcer } from "@/components/ui/announcer";
import { imageStore } from "@/lib/client/image-store";
import { NO_SELECTION } from "@/lib/core/image/selection";
import { anAnswer, anImage, renderOnSearchPage, settled } from "../support/on-search-page";

const images = ["one", "two", "three", "four", "five"].map((id) =>
  anImage({
    id,
    name: id,
    ...(id === "five" && { copies: { count: 3, sizeCount: 3, url: "/library/five#copies" } }),
  }),
);

beforeEach(() => {
  act(() => imageStore.select(NO_SELECTION));
});

/** Renders the page after its first interaction, with the code of the selection loaded. */
async function renderGrid(address = "q=barn", { isTouched = true } = {}) {
  const page = await renderOnSearchPage(
    address,
    <>
      <SearchResults />
      <Announcer />
    </>,
    { outcome: { kind: "answer", answer: anAnswer({ images }) } },
  );
  if (isTouched) await touch();
  return page;
}

async function touch(): Promise<void> {
  fireEvent.pointerOver(document.body);
  await settled();
}

const box = (name: string) => screen.getByRole("checkbox", { name: `Select: ${name}` });
const checked = () =>
  images.flatMap(({ name }) => ((box(name) as HTMLInputElement).checked ? name : []));
const picture = (name: string) => screen.getByRole("img", { name }).closest("a") as HTMLElement;
const said = () => screen.getByRole("status").textContent;

test("a box selects its image, and the bar counts", async () => {
  await renderGrid();
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
  await userEvent.click(box("two"));
  expect(checked()).toEqual(["two"]);
  expect(screen.getByRole("region", { name: "Selection" })).toHaveTextContent("1 selected");
  expect(said()).toBe("1 selected");
  await userEvent.click(box("two"));
  expect(imageStore.selection().ids.size).toBe(0);
});

/** Wraps each text as the translation of Chromium does, which takes the text itself out of the page. */
function translate(element: HTMLElement): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.nodeValue;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

test("the bar counts on a page that the browser translates", async () => {
  await renderGrid();
  await userEvent.click(box("two"));
  const bar = screen.getByRole("region", { name: "Selection" });
  for (const name of ["three", "four"]) {
    translate(bar);
    await userEvent.click(box(name));
  }
  expect(bar).toHaveTextContent("3 selected");
  await userEvent.click(screen.getByRole("button", { name: "Clear selection" }));
  expect(bar).not.toBeInTheDocument();
});

test("a box pressed before the code was loaded counts, and starts a range", async () => {
  await renderGrid("q=barn", { isTouched: false });
  fireEvent.click(box("one"));
  await touch();
  fireEvent.click(box("three"), { shiftKey: true });
  expect(checked()).toEqual(["one", "two", "three"]);
});

test("Shift-click on an image selects up to it, but only while something is selected", async () => {
  await renderGrid();
  expect(fireEvent.click(picture("four"), { shiftKey: true })).toBe(true);
  expect(checked()).toEqual([]);
  await userEvent.click(box("two"));
  expect(fireEvent.click(picture("four"), { shiftKey: true })).toBe(false);
  expect(checked()).toEqual(["two", "three", "four"]);
  // Ctrl opens a tab, as on every link.
  expect(fireEvent.click(picture("five"), { shiftKey: true, ctrlKey: true })).toBe(true);
  // Other links of a tile are followed.
  expect(fireEvent.click(screen.getByText("3 sizes"), { shiftKey: true })).toBe(true);
  expect(checked()).toEqual(["two", "three", "four"]);
});

test("keys select the focused image, a range, and all", async () => {
  await renderGrid();
  picture("two").focus();
  fireEvent.keyDown(picture("two"), { key: "x" });
  picture("four").focus();
  fireEvent.keyDown(picture("four"), { key: "X", shiftKey: true });
  expect(checked()).toEqual(["two", "three", "four"]);
  fireEvent.keyDown(picture("three"), { key: "x" });
  expect(checked()).toEqual(["two", "four"]);
  fireEvent.keyDown(document.body, { key: "a", ctrlKey: true });
  expect(checked()).toEqual(["one", "two", "three", "four", "five"]);
  expect(said()).toBe("5 selected");
});

test("a keyboard without Latin letters selects with the key in the place of X", async () => {
  await renderGrid();
  fireEvent.keyDown(picture("two"), { key: "ч", code: "KeyX" });
  expect(checked()).toEqual(["two"]);
});

test("switched-off single keys select nothing; Ctrl+A still does", async () => {
  localStorage.setItem("vitrine.single-keys", "off");
  await renderGrid();
  fireEvent.keyDown(picture("two"), { key: "x" });
  expect(checked()).toEqual([]);
  fireEvent.keyDown(picture("two"), { key: "a", metaKey: true });
  expect(checked()).toHaveLength(5);
  localStorage.clear();
});

test("a long press selects an image; after that, taps do", async () => {
  await renderGrid();
  vi.useFakeTimers();
  fireEvent.pointerDown(picture("two"), { pointerType: "touch", isPrimary: true });
  act(() => vi.advanceTimersByTime(500));
  vi.useRealTimers();
  expect(checked()).toEqual(["two"]);
  // The end of the press is not a click.
  expect(fireEvent.contextMenu(picture("two"))).toBe(false);
  expect(fireEvent.click(picture("two"))).toBe(false);
  expect(checked()).toEqual(["two"]);
  const tap = new PointerEvent("click", { bubbles: true, cancelable: true, pointerType: "touch" });
  act(() => picture("three").dispatchEvent(tap));
  expect(checked()).toEqual(["two", "three"]);
});

test("the selection survives a refinement and another search", async () => {
  const { arrive, unmount } = await renderGrid();
  await userEvent.click(box("two"));
  await userEvent.click(box("three"));
  history.pushState(null, "", "/search?q=barn&orientation=portrait");
  await arrive();
  expect(screen.getByRole("region", { name: "Selection" })).toHaveTextContent(
    "2 selected2 not shown here",
  );
  unmount();
  await renderGrid("q=door");
  expect(checked()).toEqual(["two", "three"]);
  // The image keeps the provenance of the search that found it.
  expect(imageStore.get("two")?.provenance).toMatchObject({ search: "q=barn", rank: 2 });
});

test("a cleared selection is announced once, and can be restored", async () => {
  await renderGrid();
  fireEvent.keyDown(document.body, { key: "a", ctrlKey: true });
  const announced: (string | null)[] = [];
  const observer = new MutationObserver(() => announced.push(said()));
  observer.observe(screen.getByRole("status"), { childList: true });
  vi.useFakeTimers();
  const clear = screen.getByRole("button", { name: "Clear selection" });
  clear.focus();
  fireEvent.click(clear);
  expect(checked()).toEqual([]);
  // A toast is announced after a moment.
  await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  observer.disconnect();
  expect(announced).toEqual(["Selection cleared"]);
  const undo = screen.getByRole("button", { name: "Undo" });
  expect(undo).toHaveFocus();
  await userEvent.click(undo);
  expect(checked()).toHaveLength(5);
  // Escape clears too, with the focus anywhere, and Ctrl+Z undoes that.
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(checked()).toEqual([]);
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  await waitFor(() => expect(checked()).toHaveLength(5));
});

test("one key saves the selection to the last collection, another lets the editor choose", async () => {
  await renderGrid();
  const pressAnywhere = (key: string, more = {}) =>
    fireEvent.keyDown(document.body, { key, ...more });
  await userEvent.click(box("two"));
  expect(screen.getByRole("button", { name: "Save to collection" })).toBeVisible();
  pressAnywhere("S", { shiftKey: true });
  await userEvent.type(await screen.findByLabelText("New collection"), "Harbour guide{Enter}");
  expect(await screen.findByText("Saved to “Harbour guide”", { selector: "p" })).toBeVisible();
  await userEvent.click(box("three"));
  expect(await screen.findByRole("button", { name: "Save to Harbour guide" })).toBeVisible();
  pressAnywhere("S", { shiftKey: true });
  await screen.findByText(/^Saved to “Harbour guide”. 1 image was already/, { selector: "p" });
  expect(screen.queryByRole("dialog")).toBeNull();
  pressAnywhere("s");
  expect(await screen.findByRole("dialog", { name: "Save 2 images" })).toBeVisible();
});

test("the menu inverts the selection", async () => {
  await renderGrid();
  await userEvent.click(box("two"));
  fireEvent.click(screen.getByRole("menuitem", { name: "Invert selection", hidden: true }));
  expect(checked()).toEqual(["one", "three", "four", "five"]);
});

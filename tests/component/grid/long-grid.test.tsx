import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ImageGrid } from "@/components/grid/image-grid";
import type { Image } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { anImage, settled } from "../support/on-search-page";

/** Every row holds six squares of 184 px, which grow to 189, with 44 under them and 32 between. */
const WIDTH_PX = 1216;
const ROW_PX = (WIDTH_PX - 5 * 16) / 6 + 44 + 32;
const SCREEN_PX = 768;
const TOP_PX = 100;

let scrolledPx = 0;
let changeWidth: () => void;

beforeEach(() => {
  scrolledPx = 0;
  // jsdom has no layout: what the browser would know of the list's place, and of its style.
  const style = document.head.appendChild(document.createElement("style"));
  style.textContent =
    "ul { --row: 11.5rem; --caption: 2.75rem; --ratio-min: 0.5; --ratio-max: 2.4; column-gap: 16px; row-gap: 32px } html { font-size: 16px }";
  onTestFinished(() => style.remove());
  vi.spyOn(HTMLUListElement.prototype, "getBoundingClientRect").mockImplementation(
    () => new DOMRect(0, TOP_PX - scrolledPx, WIDTH_PX, 0),
  );
  vi.stubGlobal("innerHeight", SCREEN_PX);
  vi.stubGlobal("scrollBy", ({ top }: { top: number }) => {
    scrolledPx += top;
  });
  Element.prototype.scrollIntoView = vi.fn(() => {
    scrolledPx = TOP_PX;
  });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(onChange: () => void) {
        changeWidth = onChange;
      }
      observe() {}
      disconnect() {}
    },
  );
});

const images = (count: number, over: (i: number) => Partial<Image> = () => ({})) =>
  Array.from({ length: count }, (_, i) =>
    anImage({ id: `picture-${i}`, name: `Picture ${i}`, width: 900, height: 900, ...over(i) }),
  );

async function renderGrid(first: readonly Image[]) {
  const onLoadChange = vi.fn();
  const grid = (shown: readonly Image[]) => (
    <ImageGrid
      images={shown}
      query={{ ...DEFAULT_FILTERS, q: "barn" }}
      service={{ kind: "demo", pictureCount: 190 }}
      onLoadChange={onLoadChange}
    />
  );
  const { rerender } = await act(async () => render(grid(first)));
  await settled();
  return {
    onLoadChange,
    show: async (shown: readonly Image[]) => {
      await act(async () => rerender(grid(shown)));
      await settled();
    },
  };
}

const list = () => screen.getByRole("list", { name: "Images" });
const tiles = () => [...list().querySelectorAll<HTMLElement>("[data-image-id]")];
const ids = () => tiles().map(({ dataset }) => dataset.imageId);
const tile = (i: number) => tiles().find(({ dataset }) => dataset.imageId === `picture-${i}`);
const scrollTo = async (px: number) => {
  scrolledPx = px;
  await act(async () => fireEvent.scroll(window));
};

test("up to 200 pictures are all in the document, in no place but the style's", async () => {
  await renderGrid(images(200));
  expect(tiles()).toHaveLength(200);
  expect(tiles().filter((one) => one.style.insetBlockStart !== "")).toEqual([]);
});

test("of thousands only those near the view are, and each tells its rank", async () => {
  await renderGrid(images(5000));
  expect(tiles().length).toBeLessThan(60);
  expect(Number.parseFloat(list().style.blockSize)).toBeCloseTo(833 * ROW_PX + 184 + 44, 3);
  expect(ids().slice(0, 7)).toEqual(Array.from({ length: 7 }, (_, i) => `picture-${i}`));
  expect(ids().at(-1)).toBe("picture-4999");

  await scrollTo(TOP_PX + 400 * ROW_PX);
  expect(tile(2400)?.style.insetBlockStart).toBe(`${tops(400)}px`);
  expect(tile(2400)).toHaveAttribute("aria-posinset", "2401");
  expect(tile(2400)).toHaveAttribute("aria-setsize", "5000");
  expect(tile(100)).toBeUndefined();
  expect(tiles().length).toBeLessThan(100);
  const ranks = tiles().map((one) => Number(one.getAttribute("aria-posinset")));
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
});

/** As rows add up. */
function tops(row: number): number {
  let px = 0;
  for (let i = 0; i < row; i++) px = px + (WIDTH_PX - 5 * 16) / 6 + 44 + 32;
  return px;
}

test("the picture in focus stays, and the arrows lead on from it", async () => {
  await renderGrid(images(5000));
  const link = tile(13)?.querySelector("a");
  act(() => link?.focus());
  await settled();
  await scrollTo(TOP_PX + 400 * ROW_PX);
  expect(link).toHaveFocus();
  // The next row and the one before are there with it.
  expect([5, 6, 17, 18, 23].map((i) => tile(i) !== undefined)).toEqual([
    true, // of the first row, which always is
    true,
    true,
    true,
    true,
  ]);
  expect(tile(24)).toBeUndefined();
  for (let i = 14; i <= 40; i++) {
    fireEvent.keyDown(document.activeElement as Element, { key: "ArrowRight" });
    expect(tile(i)).toContainElement(document.activeElement as HTMLElement);
  }
});

test("what failed stays, so that it is neither asked for again nor counted twice", async () => {
  const asked = vi.fn(async () => new Response(null));
  vi.stubGlobal("fetch", asked);
  const { onLoadChange } = await renderGrid(images(5000));
  fireEvent.error(tile(8)?.querySelector("img") as Element);
  await settled();
  expect(tile(8)).toHaveAttribute("data-phase", "broken");
  await scrollTo(TOP_PX + 400 * ROW_PX);
  expect(tile(8)).toHaveAttribute("data-phase", "broken");
  expect(tile(9)).toBeUndefined();
  await scrollTo(0);
  expect(tile(8)).toHaveAttribute("data-phase", "broken");
  expect(asked).toHaveBeenCalledOnce();
  expect(onLoadChange.mock.calls).toEqual([["picture-8", false]]);
});

test("so does a picture from its own host, whose thumbnail failed", async () => {
  const fallbackUrl = "https://farm.example/barn.jpg";
  await renderGrid(images(5000, () => ({ fallbackUrl })));
  fireEvent.error(tile(8)?.querySelector("img") as Element);
  await settled();
  for (const i of [8, 9]) {
    const picture = tile(i)?.querySelector("img") as HTMLImageElement;
    Object.defineProperty(picture, "naturalWidth", { value: 900 });
    fireEvent.load(picture);
  }
  await settled();
  await scrollTo(TOP_PX + 400 * ROW_PX);
  expect(tile(8)?.querySelector("img")).toHaveAttribute("src", fallbackUrl);
  expect(tile(9)).toBeUndefined();
});

test("when the list is filtered, the tile at the top stays where it was", async () => {
  const all = images(5000);
  const { show } = await renderGrid(all);
  await scrollTo(TOP_PX + 400 * ROW_PX + 50);
  await show(all.filter((_, i) => i % 2 === 0));
  // It was the first of row 400 of the view, and is the first of row 200 now.
  expect(tile(2400)?.style.insetBlockStart).toBe(`${tops(200)}px`);
  expect(scrolledPx).toBeCloseTo(TOP_PX + 200 * ROW_PX + 50, 6);
  expect(tile(2400)).toHaveAttribute("aria-posinset", "1201");
});

test("when that tile is gone, the list begins anew, also where few are left", async () => {
  const all = images(5000);
  const { show } = await renderGrid(all);
  await scrollTo(TOP_PX + 400 * ROW_PX + 50);
  await show(all.filter((_, i) => i % 50 === 1));
  expect(scrolledPx).toBe(TOP_PX);
  expect(tile(1)).toHaveAttribute("aria-setsize", "100");
});

test("another width is other rows, with the same tile at the top", async () => {
  await renderGrid(images(5000));
  await scrollTo(TOP_PX + 400 * ROW_PX);
  vi.spyOn(HTMLUListElement.prototype, "getBoundingClientRect").mockImplementation(
    () => new DOMRect(0, TOP_PX - scrolledPx, 616, 0),
  );
  await act(async () => changeWidth());
  // Three to a row.
  expect(tile(2400)?.style.inlineSize).toBe(`${(616 - 32) / 3}px`);
  expect(scrolledPx).toBeCloseTo(TOP_PX + 800 * ((616 - 32) / 3 + 44 + 32), 3);
});

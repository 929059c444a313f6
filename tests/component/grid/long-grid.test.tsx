import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ImageTile } from "@/components/grid/image-tile";
import { LongGrid } from "@/components/grid/long-grid";
import type { Image } from "@/lib/contract/search-answer";
import { anImage, settled } from "../support/on-search-page";

/** Each row has six squares of 184 px that grow to 189, captions of 44 px and gaps of 32 px. */
const WIDTH_PX = 1216;
const ROW_GAP_PX = 32;
const ROW_PX = (WIDTH_PX - 5 * 16) / 6 + 44 + ROW_GAP_PX;
/** Two squares share the free space with the rest of the row. */
const LAST_ROW_PX = 184 + (0.8 * WIDTH_PX - 2 * 16 - 2 * 184) / 12 + 44;
const SCREEN_PX = 768;
const TOP_PX = 100;

let scrolledPx = 0;
let changeWidth: () => void;

beforeEach(() => {
  scrolledPx = 0;
  // jsdom has no layout, so the list's style and position are stubbed.
  const style = document.head.appendChild(document.createElement("style"));
  style.textContent =
    "ul { --row: 11.5rem; --caption: 2.75rem; --ratio-min: 0.5; --ratio-max: 2.4; --rest: 0.2; --rest-grow: 100; column-gap: 16px; row-gap: 32px } html { font-size: 16px }";
  onTestFinished(() => style.remove());
  vi.spyOn(HTMLUListElement.prototype, "getBoundingClientRect").mockImplementation(
    () => new DOMRect(0, TOP_PX - scrolledPx, WIDTH_PX, 0),
  );
  vi.stubGlobal("innerHeight", SCREEN_PX);
  vi.stubGlobal("scrollBy", ({ top }: { top: number }) => {
    scrolledPx += top;
  });
  HTMLElement.prototype.scrollIntoView = vi.fn(() => {
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
  const grid = (shown: readonly Image[]) => (
    <LongGrid
      images={shown}
      renderTile={(image, rank) => (
        <ImageTile
          key={image.id}
          image={image}
          href={`?image=${image.id}`}
          isFirst={false}
          posInSet={rank + 1}
          setSize={shown.length}
          onLoadChange={() => {}}
        />
      )}
    />
  );
  const { rerender } = await act(async () => render(grid(first)));
  await settled();
  return {
    show: async (shown: readonly Image[]) => {
      await act(async () => rerender(grid(shown)));
      await settled();
    },
  };
}

/** By id: a query by role computes the styles of thousands of elements. */
const list = () => document.getElementById("results") as HTMLElement;
const tiles = () => [...list().querySelectorAll<HTMLElement>("[data-image-id]")];
const ids = () => tiles().map(({ dataset }) => dataset.imageId);
const tile = (i: number) => tiles().find(({ dataset }) => dataset.imageId === `picture-${i}`);
const scrollTo = async (px: number) => {
  scrolledPx = px;
  await act(async () => fireEvent.scroll(window));
};

/**
 * Returns how far below the list's top a tile is, given the spacers and the rows of `perRow` above
 * it.
 */
function topOf(i: number, { perRow = 6, rowPx = ROW_PX } = {}): number {
  let px = 0;
  let column = 0;
  for (const item of list().children as HTMLCollectionOf<HTMLElement>) {
    if (item.dataset.imageId === `picture-${i}`) return px;
    if (item.hasAttribute("aria-hidden")) {
      expect(column).toBe(0);
      px += Number.parseFloat(item.style.blockSize) + ROW_GAP_PX;
    } else {
      column = (column + 1) % perRow;
      if (column === 0) px += rowPx;
    }
  }
  throw new Error(`picture-${i} is not in the document`);
}

test("only the tiles near the viewport are in the document, with their ranks", async () => {
  await renderGrid(images(5000));
  expect(screen.getByRole("list", { name: "Images" })).toBe(list());
  expect(tiles().length).toBeLessThan(60);
  expect(Number.parseFloat(list().style.blockSize)).toBeCloseTo(833 * ROW_PX + LAST_ROW_PX, 3);
  expect(ids().slice(0, 7)).toEqual(Array.from({ length: 7 }, (_, i) => `picture-${i}`));
  expect(ids().at(-1)).toBe("picture-4999");
  expect(topOf(4998)).toBeCloseTo(833 * ROW_PX, 3);

  await scrollTo(TOP_PX + 400 * ROW_PX);
  expect(topOf(2400)).toBeCloseTo(400 * ROW_PX, 3);
  expect(topOf(4998)).toBeCloseTo(833 * ROW_PX, 3);
  expect(tile(2400)).toHaveAttribute("aria-posinset", "2401");
  expect(tile(2400)).toHaveAttribute("aria-setsize", "5000");
  expect(tile(100)).toBeUndefined();
  expect(tiles().length).toBeLessThan(100);
  const ranks = tiles().map((one) => Number(one.getAttribute("aria-posinset")));
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
});

test("a taller window shows more rows, without a scroll", async () => {
  await renderGrid(images(5000));
  await scrollTo(TOP_PX + 400 * ROW_PX);
  const rowsBelow = Math.floor((4 * SCREEN_PX) / ROW_PX);
  expect(tile(2400 + rowsBelow * 6)).toBeUndefined();
  vi.stubGlobal("innerHeight", 4 * SCREEN_PX);
  await act(async () => fireEvent(window, new Event("resize")));
  expect(tile(2400 + rowsBelow * 6)).toBeDefined();
});

test("the focused tile stays in the document, and the arrow keys continue from it", async () => {
  await renderGrid(images(5000));
  const link = tile(13)?.querySelector("a");
  act(() => link?.focus());
  await settled();
  await scrollTo(TOP_PX + 400 * ROW_PX);
  expect(link).toHaveFocus();
  // The previous and the next row stay with it.
  expect([5, 6, 17, 18, 23].map((i) => tile(i) !== undefined)).toEqual([
    true, // in the first row, which always stays
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

test("when the list is filtered, the tile at the top stays where it was", async () => {
  const all = images(5000);
  const { show } = await renderGrid(all);
  await scrollTo(TOP_PX + 400 * ROW_PX + 50);
  await show(all.filter((_, i) => i % 2 === 0));
  // It was the first tile of row 400, and is now the first of row 200.
  expect(topOf(2400)).toBeCloseTo(200 * ROW_PX, 3);
  expect(scrolledPx).toBeCloseTo(TOP_PX + 200 * ROW_PX + 50, 6);
  expect(tile(2400)).toHaveAttribute("aria-posinset", "1201");
});

test("when that tile is filtered out, the list starts at its top", async () => {
  const all = images(5000);
  const { show } = await renderGrid(all);
  await scrollTo(TOP_PX + 400 * ROW_PX + 50);
  await show(all.filter((_, i) => i % 50 === 1));
  expect(scrolledPx).toBe(TOP_PX);
  expect(tile(1)).toHaveAttribute("aria-setsize", "100");
});

test("after a change of width, the same tile is at the top", async () => {
  await renderGrid(images(5000));
  await scrollTo(TOP_PX + 400 * ROW_PX);
  vi.spyOn(HTMLUListElement.prototype, "getBoundingClientRect").mockImplementation(
    () => new DOMRect(0, TOP_PX - scrolledPx, 616, 0),
  );
  await act(async () => changeWidth());
  const rowPx = (616 - 32) / 3 + 44 + ROW_GAP_PX;
  expect(topOf(2400, { perRow: 3, rowPx })).toBeCloseTo(800 * rowPx, 3);
  expect(scrolledPx).toBeCloseTo(TOP_PX + 800 * rowPx, 3);
});

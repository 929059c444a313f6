import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { LongGrid } from "@/components/grid/long-grid";
import { ImageTile } from "@/components/tile/image-tile";
import type { Image } from "@/lib/contract/search-answer";
import { anImage, settled } from "../support/on-search-page";

/** Each row has six squares of 184 px that grow to 189, captions of 44 px and gaps of 32 px. */
const WIDTH_PX = 1216;
const ROW_GAP_PX = 32;
const ROW_PX = (WIDTH_PX - 5 * 16) / 6 + 44 + ROW_GAP_PX;
/** Two squares share the free space with the rest of the row. */
const LAST_ROW_PX = 184 + (0.8 * WIDTH_PX - 2 * 16 - 2 * 184) / 12 + 44;
const SCREEN_PX = 768;
/** Digits of `toBeCloseTo`: scroll positions are whole pixels, so a difference below 1.6 px counts as none. */
const WHOLE_PX = -0.5;
/** The list's distance from the page's top. */
const TOP_PX = 100;

beforeEach(() => page.viewport(1280, SCREEN_PX));

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
  // Space below the list, so that its end can be at the window's top.
  const padding = `${TOP_PX}px 0 3000px`;
  const container = document.body.appendChild(document.createElement("div"));
  Object.assign(container.style, { inlineSize: `${WIDTH_PX}px`, padding });
  onTestFinished(() => container.remove());
  const { rerender } = await act(async () => render(grid(first), { container }));
  await settled();
  return {
    container,
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
const scrollTo = (px: number) =>
  act(async () => {
    const scrolled = new Promise((done) => addEventListener("scroll", done, { once: true }));
    window.scrollTo({ top: px, behavior: "instant" });
    await scrolled;
  });

/** Returns how far below the list's top a tile's picture is. */
const topOf = (i: number) =>
  (tile(i)?.querySelector("a")?.getBoundingClientRect().top ?? Number.NaN) -
  list().getBoundingClientRect().top;

test("only the tiles near the viewport are in the document, with their ranks", async () => {
  await renderGrid(images(5000));
  expect(screen.getByRole("list", { name: "Images" })).toBe(list());
  expect(tiles().length).toBeLessThan(60);
  expect(list().offsetHeight).toBeCloseTo(833 * ROW_PX + LAST_ROW_PX, WHOLE_PX);
  expect(ids().slice(0, 7)).toEqual(Array.from({ length: 7 }, (_, i) => `picture-${i}`));
  expect(ids().at(-1)).toBe("picture-4999");
  expect(topOf(4998)).toBeCloseTo(833 * ROW_PX, WHOLE_PX);

  await scrollTo(TOP_PX + 400 * ROW_PX);
  expect(topOf(2400)).toBeCloseTo(400 * ROW_PX, WHOLE_PX);
  expect(topOf(4998)).toBeCloseTo(833 * ROW_PX, WHOLE_PX);
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
  await act(async () => {
    const resized = new Promise((done) => addEventListener("resize", done, { once: true }));
    await page.viewport(1280, 4 * SCREEN_PX);
    await resized;
  });
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
  expect(topOf(2400)).toBeCloseTo(200 * ROW_PX, WHOLE_PX);
  expect(scrollY).toBeCloseTo(TOP_PX + 200 * ROW_PX + 50, WHOLE_PX);
  expect(tile(2400)).toHaveAttribute("aria-posinset", "1201");
});

test("when that tile is filtered out, the list starts at its top", async () => {
  const all = images(5000);
  const { show } = await renderGrid(all);
  await scrollTo(TOP_PX + 400 * ROW_PX + 50);
  await show(all.filter((_, i) => i % 50 === 1));
  // Below what the page keeps free at the window's top.
  const { top } = list().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(ROW_GAP_PX);
  expect(tile(1)).toHaveAttribute("aria-setsize", "100");
});

test("after a change of width, the same tile is at the top", async () => {
  const { container } = await renderGrid(images(5000));
  await scrollTo(TOP_PX + 400 * ROW_PX);
  container.style.inlineSize = "616px";
  const rowPx = (616 - 32) / 3 + 44 + ROW_GAP_PX;
  await waitFor(() => expect(topOf(2400)).toBeCloseTo(800 * rowPx, 0));
  expect(scrollY).toBeCloseTo(TOP_PX + 800 * rowPx, WHOLE_PX);
});

test("Home and End focus the first and the last image, even if they are not rendered", async () => {
  await renderGrid(images(600));
  act(() => tile(0)?.querySelector("a")?.focus());
  fireEvent.keyDown(document.activeElement as Element, { key: "End" });
  expect(tile(599)?.querySelector("a")).toHaveFocus();
  fireEvent.keyDown(document.activeElement as Element, { key: "Home" });
  expect(tile(0)?.querySelector("a")).toHaveFocus();
});

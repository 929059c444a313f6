"use client";

import {
  type FocusEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Image } from "@/lib/contract/search-answer";
import { type GridRows, type GridSizes, gridRows, rowAt } from "@/lib/core/grid-rows";
import { tileRatio } from "@/lib/core/tile-ratio";
import { toggled } from "@/lib/core/toggled";
import styles from "./long-grid.module.css";
import type { TileListProps } from "./tile-list";

/** Drawn while the list's width is not known: about a screen, also where no script runs. */
const FIRST_DRAWN = 30;

/** The view is noted in steps of this share of the screen, so that not every scroll draws anew. */
const STEPS_PER_SCREEN = 4;

/** The part of the list that is drawn: the view, and about a screen before and after it. */
type Stretch = { fromPx: number; toPx: number };

/** Which picture stood at the top of the view, and where; null while the list begins in view. */
type Anchor = { imageId: string; offsetPx: number } | null;

type Shown = { grid: GridRows; images: readonly Image[]; ranks: ReadonlyMap<string, number> };

const NONE: ReadonlySet<string> = new Set();

/**
 * The grid for thousands of pictures: the same tiles in the same rows, but only those near the view
 * are in the document (docs/decisions/0020-tiles-far-from-the-view-are-not-laid-out.md). The list is
 * as long as it is from the beginning.
 *
 * In the document stay also, in rank order: the first and the last row, where one comes to from
 * outside; the tile that has the focus, and the rows beside it, where Tab and the arrows lead; and
 * what failed to load, which else would be asked for each time it comes back.
 */
export function LongGrid({ images, drawTile, list, onLoadChange }: TileListProps) {
  const element = useRef<HTMLUListElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>(null);
  const [sizes, setSizes] = useState<GridSizes | null>(null);
  const [stretch, setStretch] = useState<Stretch>({ fromPx: 0, toPx: 0 });
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [failedIds, setFailedIds] = useState(NONE);

  const ranks = useMemo(() => new Map(images.map(({ id }, rank) => [id, rank])), [images]);
  const grid = useMemo(() => {
    const ratios = images.map((image) => tileRatio(image).ratio);
    return sizes && gridRows(ratios, sizes);
  }, [images, sizes]);
  const drawn = useMemo(() => {
    if (grid === null) return images.slice(0, FIRST_DRAWN).map((_, rank) => rank);
    const rankOf = (id: string | null) => (id === null ? undefined : ranks.get(id));
    return drawnRanks(grid, stretch, rankOf(focusedId), [...failedIds].map(rankOf));
  }, [grid, images, ranks, stretch, focusedId, failedIds]);

  useWidth(ruler, () => {
    const now = readSizes(element.current);
    setSizes((before) => (isSame(before, now) ? before : now));
  });

  // The tiles know nothing of a long list.
  useLayoutEffect(() => placeTiles(element.current, { drawn, grid, count: images.length }));

  useLayoutEffect(() => {
    const ul = element.current;
    if (ul === null || grid === null) return;
    const shown = { grid, images, ranks };
    keepPlace(ul, anchor.current, shown);
    const look = () => {
      const { top } = ul.getBoundingClientRect();
      anchor.current = anchorAt(-top, anchor.current, shown);
      const now = stretchAt(-top);
      setStretch((before) => (isSame(before, now) ? before : now));
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [grid, images, ranks]);

  const onTileLoadChange = useCallback(
    (id: string, isLoaded: boolean) => {
      const image = images[ranks.get(id) ?? -1];
      const hasFailed = !isLoaded || isFromOriginal(element.current, image);
      setFailedIds((ids) => toggled(ids, id, hasFailed));
      onLoadChange(id, isLoaded);
    },
    [images, ranks, onLoadChange],
  );

  return (
    <>
      <div ref={ruler} />
      <ul
        {...list}
        ref={element}
        className={grid === null ? list.className : `${list.className} ${styles.long}`}
        style={{ blockSize: grid?.lengthPx }}
        onFocus={(event: FocusEvent<HTMLUListElement>) => {
          list.onFocus(event);
          // It stays after the focus has gone, since a window that is left gives it back.
          setFocusedId(tileOf(event.target)?.dataset.imageId ?? null);
        }}
      >
        {drawn.map((rank) => {
          const image = images[rank];
          return image && drawTile(image, rank, onTileLoadChange);
        })}
      </ul>
    </>
  );
}

/** Calls `onChange` before the first painting and whenever the ruler's width is another. */
function useWidth(ruler: { readonly current: HTMLElement | null }, onChange: () => void): void {
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  useLayoutEffect(() => latest.current(), []);
  useEffect(() => {
    if (ruler.current === null) return;
    // At once, so that no frame shows rows of another width. It watches the ruler and not the list,
    // whose height this changes.
    const observer = new ResizeObserver(() => flushSync(() => latest.current()));
    observer.observe(ruler.current);
    return () => observer.disconnect();
  }, [ruler]);
}

/** The sizes that the style gives to the list now. Its own lengths are all declared in rem. */
function readSizes(list: HTMLElement | null): GridSizes | null {
  if (list === null) return null;
  const style = getComputedStyle(list);
  const number = (name: string) => Number.parseFloat(style.getPropertyValue(name));
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    widthPx: list.getBoundingClientRect().width,
    rowPx: number("--row") * remPx,
    captionPx: number("--caption") * remPx,
    columnGapPx: number("column-gap"),
    rowGapPx: number("row-gap"),
    ratioMin: number("--ratio-min"),
    ratioMax: number("--ratio-max"),
  };
}

function stretchAt(viewTopPx: number): Stretch {
  const stepPx = innerHeight / STEPS_PER_SCREEN;
  const step = Math.floor(viewTopPx / stepPx);
  return {
    fromPx: (step - STEPS_PER_SCREEN) * stepPx,
    toPx: (step + 1 + 2 * STEPS_PER_SCREEN) * stepPx,
  };
}

function drawnRanks(
  grid: GridRows,
  { fromPx, toPx }: Stretch,
  focused: number | undefined,
  failed: readonly (number | undefined)[],
): number[] {
  const { rows, places } = grid;
  const drawn = new Set<number>();
  const addRow = (i: number) => {
    const row = rows[i];
    for (let rank = row?.first ?? 0; rank < (row?.end ?? 0); rank++) drawn.add(rank);
  };
  addRow(0);
  addRow(rows.length - 1);
  const last = rowAt(grid, toPx);
  for (let i = rowAt(grid, fromPx); i <= last; i++) addRow(i);
  const focusedRow = focused === undefined ? undefined : places[focused]?.row;
  if (focusedRow !== undefined) for (const beside of [-1, 0, 1]) addRow(focusedRow + beside);
  for (const rank of failed) if (rank !== undefined) drawn.add(rank);
  return [...drawn].sort((a, b) => a - b);
}

function placeTiles(
  list: HTMLElement | null,
  { drawn, grid, count }: { drawn: readonly number[]; grid: GridRows | null; count: number },
): void {
  drawn.forEach((rank, i) => {
    const tile = list?.children[i] as HTMLElement | undefined;
    tile?.setAttribute("aria-posinset", String(rank + 1));
    tile?.setAttribute("aria-setsize", String(count));
    const place = grid?.places[rank];
    if (tile === undefined || place === undefined) return;
    tile.style.insetInlineStart = `${place.startPx}px`;
    tile.style.insetBlockStart = `${place.topPx}px`;
    tile.style.inlineSize = `${place.widthPx}px`;
  });
}

/** In the row that one sees first: its first picture, or the one that was there before. */
function anchorAt(viewTopPx: number, before: Anchor, { grid, images, ranks }: Shown): Anchor {
  if (viewTopPx <= 0) return null;
  const { rows, places } = grid;
  let at = rowAt(grid, viewTopPx);
  const isPast = viewTopPx >= (rows[at]?.topPx ?? 0) + (rows[at]?.pictureHeightPx ?? 0);
  if (isPast && at + 1 < rows.length) at += 1;
  const row = rows[at];
  const rankBefore = before === null ? undefined : ranks.get(before.imageId);
  const isStill = rankBefore !== undefined && places[rankBefore]?.row === at;
  const image = row && images[isStill ? rankBefore : row.first];
  return row && image ? { imageId: image.id, offsetPx: row.topPx - viewTopPx } : null;
}

/** Where the rows are others now: what was at the top stays there, or the list begins anew. */
function keepPlace(list: HTMLElement, anchor: Anchor, { grid, ranks }: Shown): void {
  if (anchor === null) return;
  const place = grid.places[ranks.get(anchor.imageId) ?? -1];
  if (place === undefined) {
    list.scrollIntoView({ block: "start", behavior: "instant" });
    return;
  }
  const awayPx = list.getBoundingClientRect().top + place.topPx - anchor.offsetPx;
  if (Math.abs(awayPx) >= 1) scrollBy({ top: awayPx, behavior: "instant" });
}

/** Whether a picture is drawn from its own host, its thumbnail having failed. */
function isFromOriginal(list: HTMLElement | null, image: Image | undefined): boolean {
  if (!list || !image || image.thumbnails === null || image.fallbackUrl === null) return false;
  const tile = list.querySelector(`[data-image-id="${CSS.escape(image.id)}"]`);
  return tile?.querySelector("img[srcset]") === null;
}

function tileOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>("[data-image-id]");
}

function isSame<T extends object>(before: T | null, now: T | null): boolean {
  if (before === null || now === null) return before === now;
  return (Object.keys(now) as (keyof T)[]).every((name) => before[name] === now[name]);
}

"use client";

import {
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { type GridRows, type GridSizes, gridRows, rowAt, rowOf } from "@/components/grid/grid-rows";
import { usePublishedGrid } from "@/lib/client/grid-handle";
import { hasModifier } from "@/lib/client/modifiers";
import type { Image } from "@/lib/contract/search-answer";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { listProps } from "./tile-list";

/** Tiles to render until the list's width is known, and without scripts: about one screen. */
const FIRST_COUNT = 30;

/** When the list changes, this many rows are rendered one by one, and all others at once. */
const ARRIVING_ROWS_MAX = 5;

/** The rendered range moves in steps of this length, so that few scroll events cause a render. */
const STEP_PX = 256;

type LongGridProps<I extends Image> = {
  images: readonly I[];
  /** With a new key, the list is rendered row by row, so that no key press waits for all of it. */
  listKey?: string;
  /** Returns the keyed `<li>` of an image; `rank` counts from 0. */
  renderTile: (image: I, rank: number) => ReactNode;
  /** How many more screens above and below the viewport are rendered. */
  marginScreens?: number;
  /** Whether the first and the last row are always rendered. */
  keepsEnds?: boolean;
  /** Further attributes and handlers of the list. */
  listAttributes?: HTMLAttributes<HTMLUListElement>;
};

/** The first visible image, and its distance from the top of the viewport. */
type Anchor = { imageId: string; rank: number; offsetPx: number };

/**
 * A justified grid for thousands of images. Only the rows near the viewport are in the document
 * (docs/decisions/0020-virtualised-grid.md). Spacers replace the other rows, so the list has its
 * full length from the first paint.
 *
 * The row of the focused tile and its neighbours, which Tab and the arrow keys reach, are always in the
 * document. With `keepsEnds`, so are the first and the last row.
 */
export function LongGrid<I extends Image>({
  images,
  listKey = "",
  renderTile,
  marginScreens = 1,
  keepsEnds = true,
  listAttributes,
}: LongGridProps<I>) {
  const list = useRef<HTMLUListElement>(null);
  const own = listProps();
  const props = { ...own, ...listAttributes };
  const ruler = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>(null);
  const [sizes, setSizes] = useState<GridSizes | null>(null);
  const [fromPx, setFromPx] = useState(0);
  const [toPx, setToPx] = useState(0);
  const [focusedId, setFocusedId] = useState<string>();
  const grid = useMemo(() => {
    const ratios = images.map((image) => tileRatio(image).ratio);
    return sizes && gridRows(ratios, sizes);
  }, [images, sizes]);

  const [arrival, setArrival] = useState({ listKey, rowsMax: Number.POSITIVE_INFINITY });
  const rowsMax = arrival.listKey === listKey ? arrival.rowsMax : 1;
  const margin = rowsMax === Number.POSITIVE_INFINITY ? marginScreens : 0;
  useEffect(() => {
    if (rowsMax === Number.POSITIVE_INFINITY) return;
    const next = rowsMax < ARRIVING_ROWS_MAX ? rowsMax + 1 : Number.POSITIVE_INFINITY;
    startTransition(() => setArrival({ listKey, rowsMax: next }));
  }, [listKey, rowsMax]);

  // Observes an element of constant height: the list's own height follows from its width.
  useLayoutEffect(() => {
    const { current: ul } = list;
    if (ul === null || ruler.current === null) return;
    // Runs before the first layout, so that the browser can restore its scroll position on Back.
    setSizes(readSizes(ul));
    const observer = new ResizeObserver(() => flushSync(() => setSizes(readSizes(ul))));
    observer.observe(ruler.current);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const { current: ul } = list;
    if (ul === null || grid === null) return;
    restoreAnchor(ul, grid, images, anchor.current);
    const onView = () => {
      const viewTopPx = -ul.getBoundingClientRect().top;
      anchor.current = anchorAt(viewTopPx, grid, images, anchor.current);
      const marginPx = margin * innerHeight;
      const stepPx = Math.max(1, Math.min(STEP_PX, marginPx));
      setFromPx(Math.floor((viewTopPx - marginPx) / stepPx) * stepPx);
      setToPx(Math.ceil((viewTopPx + innerHeight + marginPx) / stepPx) * stepPx);
    };
    onView();
    addEventListener("scroll", onView, { passive: true });
    addEventListener("resize", onView);
    return () => {
      removeEventListener("scroll", onView);
      removeEventListener("resize", onView);
    };
  }, [grid, images, margin]);

  const focusImage = usePublishedGrid(list, images, (imageId) =>
    flushSync(() => setFocusedId(imageId)),
  );
  // The list's own handler knows only the rendered tiles.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (hasModifier(event) || !(event.target instanceof HTMLAnchorElement)) return;
    const end = event.key === "Home" ? images[0] : event.key === "End" ? images.at(-1) : undefined;
    if (end === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    focusImage(end.id);
  };

  let items: ReactNode[];
  if (grid === null) items = images.slice(0, FIRST_COUNT).map(renderTile);
  else {
    const focusedRank = images.findIndex(({ id }) => id === focusedId);
    items = renderRows(
      grid,
      rowsToRender(grid, { fromPx, toPx, rowsMax, focusedRank, keepsEnds }),
      (rank) => {
        const image = images[rank];
        return image && renderTile(image, rank);
      },
    );
  }
  return (
    <>
      <div ref={ruler} />
      <ul
        {...props}
        ref={list}
        onKeyDownCapture={onKeyDownCapture}
        style={{ alignContent: "start", blockSize: grid?.lengthPx }}
        onFocus={(event: FocusEvent<HTMLUListElement>) => {
          own.onFocus(event);
          // Kept after a blur: the browser restores the focus when its window becomes active again.
          setFocusedId(event.target.closest<HTMLElement>("[data-image-id]")?.dataset.imageId);
        }}
      >
        {items}
      </ul>
    </>
  );
}

/** Reads the sizes from the list's style, whose own lengths are in rem. */
function readSizes(list: HTMLElement): GridSizes {
  const style = getComputedStyle(list);
  const number = (name: string) => Number.parseFloat(style.getPropertyValue(name));
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    widthPx: list.getBoundingClientRect().width,
    rowPx: number("--row") * (number("--density") || 1) * remPx,
    captionPx: number("--caption") * remPx,
    columnGapPx: number("column-gap"),
    rowGapPx: number("row-gap"),
    ratioMin: number("--ratio-min"),
    ratioMax: number("--ratio-max"),
    rest: number("--rest"),
    restGrow: number("--rest-grow"),
  };
}

function rowsToRender(
  grid: GridRows,
  {
    fromPx,
    toPx,
    rowsMax,
    focusedRank,
    keepsEnds,
  }: { fromPx: number; toPx: number; rowsMax: number; focusedRank: number; keepsEnds: boolean },
): number[] {
  const last = grid.rows.length - 1;
  const rows = new Set(keepsEnds ? [0, last] : []);
  const start = rowAt(grid, fromPx);
  const end = Math.min(rowAt(grid, toPx), start + rowsMax - 1);
  for (let row = start; row <= end; row++) rows.add(row);
  if (focusedRank !== -1) {
    const focused = rowOf(grid, focusedRank);
    for (const row of [focused - 1, focused, focused + 1]) rows.add(row);
  }
  return [...rows].filter((row) => row >= 0 && row <= last).sort((a, b) => a - b);
}

/** Renders these rows, and a spacer for each run of rows between them. */
function renderRows(
  { rows, rowGapPx, lengthPx }: GridRows,
  rendered: readonly number[],
  renderRank: (rank: number) => ReactNode,
): ReactNode[] {
  const items: ReactNode[] = [];
  let next = 0;
  for (const i of rendered) {
    const [skipped, row] = [rows[next], rows[i]];
    if (skipped === undefined || row === undefined) break;
    if (i > next) {
      const blockSize = row.topPx - rowGapPx - skipped.topPx;
      const style = { flex: "0 0 100%", blockSize };
      items.push(<li key={`before ${row.first}`} aria-hidden="true" style={style} />);
    }
    for (let rank = row.first; rank < row.end; rank++) items.push(renderRank(rank));
    next = i + 1;
  }
  const rest = rows[next];
  // Without this spacer, the last rendered row would be laid out as the last of the list.
  if (rest !== undefined) {
    const style = { flex: "0 0 100%", blockSize: lengthPx - rest.topPx };
    items.push(<li key={`before ${rest.first}`} aria-hidden="true" style={style} />);
  }
  return items;
}

/** Returns the first image of the topmost visible row; the previous anchor, if it is in that row. */
function anchorAt(
  viewTopPx: number,
  grid: GridRows,
  images: readonly Image[],
  before: Anchor | null,
): Anchor | null {
  // Ignores a row of which only the caption is visible.
  const row = grid.rows[rowAt(grid, viewTopPx + grid.captionPx + grid.rowGapPx)];
  if (viewTopPx <= 0 || row === undefined) return null;
  const isInRow = before !== null && before.rank >= row.first && before.rank < row.end;
  const rank = isInRow ? before.rank : row.first;
  return { imageId: images[rank]?.id ?? "", rank, offsetPx: row.topPx - viewTopPx };
}

/** Scrolls the anchor back to its position, or to the list's start if the anchor was filtered out. */
function restoreAnchor(
  list: HTMLElement,
  grid: GridRows,
  images: readonly Image[],
  anchor: Anchor | null,
): void {
  if (anchor === null) return;
  anchor.rank = images.findIndex(({ id }) => id === anchor.imageId);
  const row = grid.rows[rowOf(grid, anchor.rank)];
  if (row === undefined) list.scrollIntoView({ block: "start", behavior: "instant" });
  else {
    const topPx = list.getBoundingClientRect().top + row.topPx;
    scrollBy({ top: topPx - anchor.offsetPx, behavior: "instant" });
  }
}

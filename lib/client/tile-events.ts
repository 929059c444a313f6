/**
 * Moves the focus between images: left and right in rank order (mirrored in right-to-left text), up
 * and down to the nearest image of the next row, Page Up and Page Down by as many rows as the window
 * shows, Home and End to the first and the last image.
 *
 * @param list the element whose tiles have `data-image-id`; a tile's first link is the image's
 * @returns whether the focus moved
 */
export function moveByKey(list: HTMLElement, key: string): boolean {
  const tiles = tilesOf(list);
  const from = tiles.findIndex((tile) => tile.contains(document.activeElement));
  if (from === -1) return false;
  const to = target(tiles, from, key, getComputedStyle(list).direction === "rtl");
  const link = to === null ? undefined : controlsOf(tiles[to])[0];
  if (link === undefined) return false;
  // Also shows what stands above the first image.
  if (key === "Home") scrollTo({ top: 0, behavior: "instant" });
  link.focus();
  return true;
}

const roving = new WeakSet<HTMLElement>();

/**
 * Reduces the tab stops of a list to one tile, which has or last had the focus. Tab
 * reaches the image, the checkbox and the menu of this tile. Before this call, every link of the
 * list is a tab stop. All links stay in the accessibility tree.
 */
export function keepOneTabStop(list: HTMLElement): void {
  if (roving.has(list)) return;
  roving.add(list);
  let stopId: string | undefined;
  const update = () => {
    const tiles = tilesOf(list);
    const stop =
      tiles.find((tile) => tile.contains(document.activeElement)) ??
      tiles.find((tile) => tile.dataset.imageId === stopId) ??
      tiles[0];
    stopId = stop?.dataset.imageId;
    for (const tile of tiles) {
      for (const [i, control] of controlsOf(tile).entries()) {
        const isStop =
          tile === stop && (i === 0 || control.matches("input, [aria-haspopup], [aria-expanded]"));
        control.tabIndex = isStop ? 0 : -1;
      }
    }
  };
  list.addEventListener("focusin", update);
  // A new answer, a refinement or a broken image replaces links.
  new MutationObserver(update).observe(list, { childList: true, subtree: true });
  update();
}

/** Gives the brand the colour of the image around `target`, which the pointer or the focus is in. */
export function lightUp(target: Element): void {
  const tile = target.closest<HTMLElement>("[data-image-id]");
  const colour = tile?.style.getPropertyValue("--picture");
  const brand = findBrand();
  if (!colour || !target.matches(":hover, :focus")) goDark();
  else if (brand) {
    brand.style.setProperty("--picture", colour);
    brand.dataset.lit = "";
  }
}

export function goDark(): void {
  delete findBrand()?.dataset.lit;
}

/**
 * Returns the element to colour. Not the root: changing a custom property there restyles every
 * element, which takes 75 ms for an answer of 50 images.
 */
function findBrand(): HTMLElement | null {
  return document.querySelector("[data-brand]");
}

function tilesOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[data-image-id]")];
}

function controlsOf(tile: HTMLElement | undefined): HTMLElement[] {
  return [...(tile?.querySelectorAll<HTMLElement>("a, button, input") ?? [])];
}

function target(
  tiles: readonly HTMLElement[],
  from: number,
  key: string,
  isRightToLeft: boolean,
): number | null {
  if (key === "Home") return 0;
  if (key === "End") return tiles.length - 1;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const to = from + ((key === "ArrowLeft") === isRightToLeft ? 1 : -1);
    return to in tiles ? to : null;
  }
  const boxes = tiles.map((tile) => {
    const { left, top, width } = tile.getBoundingClientRect();
    return { left, top, width };
  });
  const step = key.endsWith("Down") ? 1 : -1;
  return key.startsWith("Page")
    ? tileAway(boxes, from, step, innerHeight)
    : nearestTile(boxes, from, step);
}

/** A tile's position on the page, in CSS pixels. */
export type TileBox = { left: number; top: number; width: number };

/**
 * Returns the tile below (`1`) or above (`-1`) the tile at `from`: in the next row, the tile whose
 * middle is nearest. Returns null at the edge. Tiles of one row have equal tops.
 */
export function nearestTile(boxes: readonly TileBox[], from: number, rows: 1 | -1): number | null {
  const start = boxes[from];
  if (start === undefined) return null;
  const middle = start.left + start.width / 2;
  let rowTop: number | null = null;
  let nearest: number | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = from + rows; i >= 0 && i < boxes.length; i += rows) {
    const box = boxes[i];
    if (box === undefined || Math.abs(box.top - start.top) < 1) continue;
    rowTop ??= box.top;
    if (Math.abs(box.top - rowTop) >= 1) break;
    const away = Math.abs(box.left + box.width / 2 - middle);
    if (away < distance) {
      nearest = i;
      distance = away;
    }
  }
  return nearest;
}

/**
 * Returns the tile that single-row steps from `from` reach within `heightPx`, after at least one
 * step. Returns null at the edge.
 */
export function tileAway(
  boxes: readonly TileBox[],
  from: number,
  rows: 1 | -1,
  heightPx: number,
): number | null {
  let reached = nearestTile(boxes, from, rows);
  for (let next = reached; next !== null; next = nearestTile(boxes, next, rows)) {
    const awayPx = Math.abs((boxes[next]?.top ?? 0) - (boxes[from]?.top ?? 0));
    if (awayPx >= heightPx) break;
    reached = next;
  }
  return reached;
}

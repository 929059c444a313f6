"use client";

import { type FocusEvent, type KeyboardEvent, memo, type SyntheticEvent } from "react";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/search-outcome";
import { ANSWER_WORDS } from "@/lib/core/words";
import styles from "./image-grid.module.css";
import { ImageTile } from "./image-tile";

/**
 * As many pictures as a phone's first view holds, and some; they are asked for at once, before
 * the scripts. The others are asked for when the page has been laid out, by their real widths.
 */
const FIRST_COUNT = 12;

/**
 * Nothing is drawn until a first view is known: the page comes and is read in pieces, a row that is
 * known in part grows with the rest of it, and each drawing in between delays a slow phone
 * (docs/decisions/0021-what-comes-first-on-a-page-of-pictures.md).
 */
const FIRST_VIEWS = [
  { media: "(width <= 40rem)", count: FIRST_COUNT },
  { media: "(width > 40rem)", count: 30 },
];

type ImageGridProps = {
  images: readonly Image[];
  /** What was asked, for asking it of one site only. */
  query: SearchQuery;
  service: ServiceLabel;
  onLoadChange: (imageId: string, isLoaded: boolean) => void;
};

const Tile = memo(ImageTile);

/** The pictures in rank order, in rows of one height each; arrows lead from one to another. */
export function ImageGrid({ images, query, service, onLoadChange }: ImageGridProps) {
  const firstViews = images.length === 0 ? [] : FIRST_VIEWS;
  const lastRankOf = ({ count }: { count: number }) => Math.min(count, images.length) - 1;
  return (
    <>
      {firstViews.map((view) => (
        <link
          key={view.media}
          rel="expect"
          href={`#${anchorOf(lastRankOf(view))}`}
          blocking="render"
          media={view.media}
        />
      ))}
      <ul {...TILE_LIST}>
        {images.map((image, rank) => (
          <Tile
            key={image.id}
            anchor={
              firstViews.some((view) => lastRankOf(view) === rank) ? anchorOf(rank) : undefined
            }
            image={image}
            isFirst={rank < FIRST_COUNT}
            service={service}
            onlySiteHref={
              query.site === image.host ? null : searchHref({ ...query, site: image.host })
            }
            onLoadChange={onLoadChange}
          />
        ))}
      </ul>
    </>
  );
}

function anchorOf(rank: number): string {
  return `rank-${rank + 1}`;
}

let arrows: typeof import("@/lib/client/tile-arrows") | undefined;

/** The arrows load with the first picture in focus: before, they lead nowhere. */
async function loadArrows(): Promise<typeof arrows> {
  arrows ??= await import("@/lib/client/tile-arrows").catch(() => undefined);
  return arrows;
}

function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
  const { key, currentTarget: list } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!key.startsWith("Arrow")) return;
  if (arrows === undefined) void loadArrows().then((loaded) => loaded?.moveByArrow(list, key));
  if (arrows === undefined || arrows.moveByArrow(list, key)) event.preventDefault();
}

function onFocus(event: FocusEvent<HTMLUListElement>): void {
  lightUp(event);
  void loadArrows();
}

/** The chrome takes the colour of the picture in focus. */
function lightUp({ target }: SyntheticEvent): void {
  const tile = (target as Element).closest<HTMLElement>("[data-image-id]");
  const colour = tile?.style.getPropertyValue("--picture");
  if (!colour) goDark();
  else {
    document.documentElement.style.setProperty("--picture", colour);
    document.documentElement.dataset.lit = "";
  }
}

function goDark(): void {
  delete document.documentElement.dataset.lit;
}

/** Props of every list of tiles: style, label, arrow keys, the colour of the chrome. */
export const TILE_LIST = {
  className: styles.grid,
  "aria-label": ANSWER_WORDS.images,
  onKeyDown,
  onFocus,
  onPointerOver: lightUp,
  onPointerLeave: goDark,
  onBlur: goDark,
};

"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  memo,
  type ReactNode,
  type SyntheticEvent,
  useState,
} from "react";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/search-outcome";
import { ANSWER_WORDS } from "@/lib/core/words";
import styles from "./image-grid.module.css";
import { ImageTile } from "./image-tile";
// Of what loads later, but the server may draw it.
import "./long-grid.module.css";

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

/** What a list of tiles is made of, however many of them are in the document. */
export type TileListProps = {
  images: readonly Image[];
  drawTile: (image: Image, rank: number, onLoadChange: ImageGridProps["onLoadChange"]) => ReactNode;
  list: typeof LIST;
  onLoadChange: ImageGridProps["onLoadChange"];
};

/** Up to this many are all in the document; answers to a search never have more. */
const WHOLE_MAX = 200;

const Tile = memo(ImageTile);

/** Loads when there is a list for it; where it can't be loaded, every tile is drawn. */
const LongGrid = lazy(() =>
  import("./long-grid").then(
    ({ LongGrid }) => ({ default: LongGrid }),
    () => ({ default: WholeGrid }),
  ),
);

/** The pictures in rank order, in rows of one height each; arrows lead from one to another. */
export function ImageGrid({ images, query, service, onLoadChange }: ImageGridProps) {
  // Once long it stays so, whatever part of it is shown: another kind of list would lose the place.
  const [isLong, setIsLong] = useState(images.length > WHOLE_MAX);
  if (!isLong && images.length > WHOLE_MAX) setIsLong(true);
  const firstViews = isLong || images.length === 0 ? [] : FIRST_VIEWS;
  const lastRankOf = ({ count }: { count: number }) => Math.min(count, images.length) - 1;
  const drawTile: TileListProps["drawTile"] = (image, rank, onTileLoadChange) => (
    <Tile
      key={image.id}
      anchor={firstViews.some((view) => lastRankOf(view) === rank) ? anchorOf(rank) : undefined}
      image={image}
      isFirst={rank < FIRST_COUNT}
      service={service}
      onlySiteHref={query.site === image.host ? null : searchHref({ ...query, site: image.host })}
      onLoadChange={onTileLoadChange}
    />
  );
  const Grid = isLong ? LongGrid : WholeGrid;
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
      <Grid images={images} drawTile={drawTile} list={LIST} onLoadChange={onLoadChange} />
    </>
  );
}

function anchorOf(rank: number): string {
  return `rank-${rank + 1}`;
}

function WholeGrid({ images, drawTile, list, onLoadChange }: TileListProps) {
  return <ul {...list}>{images.map((image, rank) => drawTile(image, rank, onLoadChange))}</ul>;
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

const LIST = {
  className: styles.grid,
  "aria-label": ANSWER_WORDS.images,
  onKeyDown,
  onFocus,
  onPointerOver: lightUp,
  onPointerLeave: goDark,
  onBlur: goDark,
};

"use client";

import { lazy, memo, useState } from "react";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/search-outcome";
import { ImageTile } from "./image-tile";
// Styles of a lazily loaded component; imported here because the server may render it.
import "./long-grid.module.css";
import { listProps, type OnLoadChange, type TileListProps } from "./tile-list";

/**
 * A few more images than the first view of a phone. The browser requests these before the scripts,
 * and the others after layout, by their real widths.
 */
const FIRST_COUNT = 12;

/**
 * The page stays hidden until the HTML of a first view has arrived. Otherwise a row would grow while
 * its tiles arrive, and each repaint would delay a slow phone
 * (docs/decisions/0021-what-comes-first-on-a-page-of-pictures.md).
 */
const FIRST_VIEWS = [
  { media: "(width <= 40rem)", count: FIRST_COUNT },
  { media: "(width > 40rem)", count: 30 },
];

type ImageGridProps = {
  images: readonly Image[];
  query: SearchQuery;
  service: ServiceLabel;
  onLoadChange: OnLoadChange;
};

/** Lists up to this length are in the document as a whole; answers of a search are never longer. */
const WHOLE_MAX = 200;

const Tile = memo(ImageTile);

/** If this fails to load, every tile is rendered instead. */
const LongGrid = lazy(() =>
  import("./long-grid").then(
    ({ LongGrid }) => ({ default: LongGrid }),
    () => ({ default: WholeGrid }),
  ),
);

/** The images in rank order, in rows of equal height. Arrow keys move between them. */
export function ImageGrid({ images, query, service, onLoadChange }: ImageGridProps) {
  // A long list stays long when it is refined, since another kind of list would lose the position.
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
      <Grid images={images} drawTile={drawTile} list={listProps()} onLoadChange={onLoadChange} />
    </>
  );
}

function anchorOf(rank: number): string {
  return `rank-${rank + 1}`;
}

function WholeGrid({ images, drawTile, list, onLoadChange }: TileListProps) {
  return <ul {...list}>{images.map((image, rank) => drawTile(image, rank, onLoadChange))}</ul>;
}

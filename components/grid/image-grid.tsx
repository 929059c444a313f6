"use client";

import { memo } from "react";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/search-outcome";
import { ImageTile } from "./image-tile";
import { listProps } from "./tile-list";

/**
 * A few more images than the first view of a phone. The browser requests these before the scripts,
 * and the others after layout, by their real widths.
 */
const FIRST_COUNT = 12;

/**
 * The page stays hidden until the HTML of a first view has arrived. Otherwise a row would grow while
 * its tiles arrive, and each repaint would delay a slow phone
 * (docs/decisions/0021-loading-order-of-the-results-page.md).
 */
const FIRST_VIEWS = [
  { media: "(width <= 40rem)", count: FIRST_COUNT },
  { media: "(width > 40rem)", count: 30 },
];

type ImageGridProps = {
  images: readonly Image[];
  /** Null where the images are no search's. */
  query: SearchQuery | null;
  service: ServiceLabel;
  onLoadChange: (imageId: string, isLoaded: boolean) => void;
};

const Tile = memo(ImageTile);

/** The images in rank order, in rows of equal height. Arrow keys move between them. */
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
      <ul {...listProps()}>
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
              query === null || query.site === image.host
                ? null
                : searchHref({ ...query, site: image.host })
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

"use client";

import { memo, type ReactNode, useContext, useState } from "react";
import { CopiesNote } from "@/components/tile/copies-note";
import { ImageTile } from "@/components/tile/image-tile";
import { GridRefContext } from "@/lib/client/grid-provider";
import type { SelectionStore } from "@/lib/client/image-store";
import { showUnloaded } from "@/lib/client/show-unloaded";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { listProps } from "./tile-list";

/**
 * A few more images than the first view of a phone. The browser requests these before the scripts,
 * and all others after layout, when it knows their widths.
 */
const FIRST_COUNT = 12;

/**
 * The list stays hidden until the HTML of a first view has arrived (image-grid.module.css). Otherwise a
 * row would grow while its tiles arrive, and each repaint would delay a slow phone
 * (docs/decisions/0021-loading-order-of-the-results-page.md).
 */
const FIRST_VIEW_COUNTS = { phone: FIRST_COUNT, wide: 30 };

/** Up to this many images are shown large. */
const FEW_MAX = 4;

type ImageGridProps = {
  images: readonly Image[];
  /** Null if the images are not from a search. */
  query: SearchQuery | null;
  service: ServiceLabel;
  /** The query string of the page, which shows large the image named by its parameter `image`. */
  page: string;
  /** Additional content of the tiles, by image id. */
  notes?: ReadonlyMap<string, ReactNode> | undefined;
  /** A `GridLine` to show above an image, by image id. It must have a key. */
  lines?: ReadonlyMap<string, ReactNode> | undefined;
  /** Whether tiles show file names where they add to the name; else only where a name repeats. */
  showsFiles?: boolean | undefined;
  /** The selection of the page; by default that of results. */
  store?: SelectionStore | undefined;
  onLoadChange: (imageId: string, isLoaded: boolean) => void;
};

const Tile = memo(ImageTile);

type OpenedMenu = {
  GridMenu: typeof import("@/components/tile/tile-menu").GridMenu;
  opener: HTMLElement;
};

/** The images in rank order, in rows of equal height. Arrow keys move between them. */
export function ImageGrid(props: ImageGridProps) {
  const { images, query, service, page, notes, lines, showsFiles, store, onLoadChange } = props;
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const isFew = images.length <= FEW_MAX;
  const names = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of images) (names.has(name) ? repeated : names).add(name);
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it are clicked, which keys do too */}
      <ul
        ref={useContext(GridRefContext)}
        {...listProps()}
        data-few={isFew || undefined}
        data-arrives={images.length > 0 || undefined}
        onClick={(event) => {
          const opener = (event.target as Element).closest<HTMLElement>("[aria-haspopup]");
          if (opener === null) return;
          // The menu opens and closes itself.
          event.preventDefault();
          import("@/components/tile/tile-menu").then(
            ({ GridMenu }) => setMenu({ GridMenu, opener }),
            () => showUnloaded(opener),
          );
        }}
      >
        {images.flatMap((image, rank) => [
          lines?.get(image.id),
          <Tile
            key={image.id}
            ends={endOf(rank, images.length)}
            image={image}
            // Not by `viewQuery`: the script of this page is at its limit (script-weight.spec.ts).
            href={`?${page && `${page}&`}image=${image.id}`}
            isFirst={rank < FIRST_COUNT}
            isFew={isFew}
            showsFile={repeated.has(image.name) || (showsFiles && !isFileName(image))}
            note={notes?.get(image.id) ?? (image.copies && <CopiesNote {...image.copies} />)}
            onLoadChange={onLoadChange}
          />,
        ])}
      </ul>
      {menu !== null && (
        <menu.GridMenu
          opened={menu}
          images={images}
          query={query}
          service={service}
          store={store}
        />
      )}
    </>
  );
}

/** Whether the name is that of the file, with or without its extension. */
function isFileName({ name, file }: Image): boolean {
  return `${file?.name}.`.startsWith(`${name}.`);
}

/** Returns the first views that end with the image of this rank. */
function endOf(rank: number, count: number): string | undefined {
  const ends = Object.entries(FIRST_VIEW_COUNTS).filter(
    ([, viewCount]) => rank + 1 === Math.min(viewCount, count),
  );
  return ends.map(([view]) => view).join(" ") || undefined;
}

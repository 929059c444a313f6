"use client";

import type { KeyboardEvent, SyntheticEvent } from "react";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/search-outcome";
import { ANSWER_WORDS } from "@/lib/core/words";
import styles from "./image-grid.module.css";
import { ImageTile } from "./image-tile";

/** As many pictures as a first row holds at most; they are asked for at once, before the rest. */
const FIRST_ROW = 6;

type ImageGridProps = {
  images: readonly Image[];
  /** What was asked, for asking it of one site only. */
  query: SearchQuery;
  service: ServiceLabel;
  onLoadChange: (imageId: string, isLoaded: boolean) => void;
};

/** The pictures in rank order, in rows of one height each; arrows lead from one to another. */
export function ImageGrid({ images, query, service, onLoadChange }: ImageGridProps) {
  return (
    <ul
      className={styles.grid}
      aria-label={ANSWER_WORDS.images}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onPointerOver={lightUp}
      onPointerLeave={goDark}
      onBlur={goDark}
    >
      {images.map((image, i) => (
        <ImageTile
          key={image.id}
          image={image}
          isFirst={i < FIRST_ROW}
          service={service}
          onlySiteHref={
            query.site === image.host ? null : searchHref({ ...query, site: image.host })
          }
          onLoadChange={onLoadChange}
        />
      ))}
    </ul>
  );
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

function onFocus(event: SyntheticEvent): void {
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

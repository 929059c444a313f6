import { type ComponentProps, memo, type ReactNode, useCallback, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import "@/app/styles/tokens.css";
import "@/app/styles/base.css";
import { LongGrid } from "@/components/grid/long-grid";
import { listProps } from "@/components/grid/tile-list";
import { ImageTile } from "@/components/tile/image-tile";
import type { Image } from "@/lib/contract/search-answer";

/*
 * A page with one long list of `?count=` images: `kind=long` (the default) shows them in the long
 * grid, `kind=whole` puts every tile in the document.
 */

const RATIOS = [1.5, 0.75, 1.333, 1.778, 0.667, 1, 1.5, 0.8, 2.1, 1.333, 0.563];
const COLOURS = ["#7a6f5d", "#39424e", "#c8bca8", "#5b3d33", "#e7e1d7"];
const THUMBNAIL_PX = 320;

function imageAt(i: number): Image {
  const ratio = RATIOS[(i * 7) % RATIOS.length] ?? 1;
  return {
    id: `picture-${i}`,
    name: `Picture ${i} of a long list`,
    imageUrl: `/original/${i}`,
    hostUrl: `/page/${i}`,
    host: "photographs.example",
    width: Math.round(2400 * ratio),
    height: 2400,
    accentColor: COLOURS[i % COLOURS.length] ?? null,
    thumbnails: { path: `/thumb/${i}/`, widthsPx: [THUMBNAIL_PX] },
    fallbackUrl: null,
  };
}

const FILTERS: Record<string, (image: Image, i: number) => boolean> = {
  all: () => true,
  upright: ({ width, height }) => (width ?? 0) < (height ?? 0),
  few: (_, i) => i % 50 === 0,
};

/** Every tile in the document, as on the results page. */
function WholeGrid<I extends Image>({ images, renderTile }: ComponentProps<typeof LongGrid<I>>) {
  return <ul {...listProps()}>{images.map(renderTile)}</ul>;
}

const Tile = memo(ImageTile);

function ignoreLoadChange(): void {}

function List({ images, Grid }: { images: readonly Image[]; Grid: typeof LongGrid }) {
  const [filter, setFilter] = useState("all");
  const shown = useMemo(() => images.filter(FILTERS[filter] ?? (() => true)), [images, filter]);
  const buttons: ReactNode[] = Object.keys(FILTERS).map((name) => (
    <button key={name} type="button" id={name} onClick={() => setFilter(name)}>
      {name}
    </button>
  ));
  const count = shown.length;
  const renderTile = useCallback(
    (image: Image, rank: number) => (
      <Tile
        key={image.id}
        image={image}
        href={image.imageUrl}
        isFirst={rank < 12}
        posInSet={rank + 1}
        setSize={count}
        onLoadChange={ignoreLoadChange}
      />
    ),
    [count],
  );
  return (
    <>
      <header>{buttons}</header>
      <main>
        <Grid images={shown} renderTile={renderTile} />
      </main>
      <footer>
        <a href="/end">The end</a>
      </footer>
    </>
  );
}

const parameters = new URLSearchParams(location.search);
const images = Array.from({ length: Number(parameters.get("count")) }, (_, i) => imageAt(i));
const root = document.getElementById("root");
if (root !== null) {
  const Grid = parameters.get("kind") === "whole" ? WholeGrid : LongGrid;
  // Renders before the page has loaded, as server HTML would, so that the browser restores the scroll
  // position on Back.
  flushSync(() => createRoot(root).render(<List images={images} Grid={Grid} />));
}

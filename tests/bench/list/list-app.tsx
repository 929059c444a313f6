import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from "react";
import { createRoot } from "react-dom/client";
import "@/app/styles/tokens.css";
import "@/app/styles/base.css";
import { ImageGrid } from "@/components/grid/image-grid";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import { GroupedGrid } from "./grouped-grid";
import { WholeGrid } from "./whole-grid";

/*
 * A page that is nothing but the product's own grid: `?count=` pictures, shown in one `kind` of
 * list. Every thirteenth picture from the hundredth does not load if there are `dead` ones.
 */

const RATIOS = [1.5, 0.75, 1.333, 1.778, 0.667, 1, 1.5, 0.8, 2.1, 1.333, 0.563];
const COLOURS = ["#7a6f5d", "#39424e", "#c8bca8", "#5b3d33", "#e7e1d7"];
const THUMBNAIL_PX = 320;

const QUERY: SearchQuery = { q: "list", ...DEFAULT_FILTERS };
const SERVICE: ServiceLabel = { kind: "library", pictureCount: 5000 };

function imageAt(i: number, hasDead: boolean): Image {
  const ratio = RATIOS[(i * 7) % RATIOS.length] ?? 1;
  const isDead = hasDead && i >= 100 && i % 13 === 0;
  return {
    id: `picture-${i}`,
    name: `Picture ${i} of a long list`,
    imageUrl: `/original/${i}`,
    hostUrl: `/page/${i}`,
    host: "photographs.example",
    width: Math.round(2400 * ratio),
    height: 2400,
    accentColor: COLOURS[i % COLOURS.length] ?? null,
    thumbnails: { path: `/thumb/${isDead ? "dead-" : ""}${i}/`, widthsPx: [THUMBNAIL_PX] },
    fallbackUrl: null,
  };
}

const FILTERS: Record<string, (image: Image, i: number) => boolean> = {
  all: () => true,
  upright: ({ width, height }) => (width ?? 0) < (height ?? 0),
  few: (_, i) => i % 50 === 0,
};

type Grid = ComponentType<ComponentProps<typeof ImageGrid>>;

const GRIDS: Record<string, Grid> = {
  "every tile laid out": WholeGrid,
  "tiles skipped": WholeGrid,
  "sections skipped": GroupedGrid,
};

function List({ images, Grid }: { images: readonly Image[]; Grid: Grid }) {
  const [filter, setFilter] = useState("all");
  const [notLoading, setNotLoading] = useState<readonly string[]>([]);
  const onLoadChange = useCallback((id: string, isLoaded: boolean) => {
    setNotLoading((ids) => {
      if (ids.includes(id) !== isLoaded) return ids;
      return isLoaded ? ids.filter((other) => other !== id) : [...ids, id];
    });
  }, []);
  const shown = useMemo(() => images.filter(FILTERS[filter] ?? (() => true)), [images, filter]);
  const buttons: ReactNode[] = Object.keys(FILTERS).map((name) => (
    <button key={name} type="button" id={name} onClick={() => setFilter(name)}>
      {name}
    </button>
  ));
  const props = { images: shown, query: QUERY, service: SERVICE, onLoadChange };
  return (
    <>
      <header>
        {buttons} <output>{notLoading.length} not loading</output>
      </header>
      <main>
        <Grid {...props} />
      </main>
      <footer>
        <a href="/end">The end</a>
      </footer>
    </>
  );
}

const parameters = new URLSearchParams(location.search);
const images = Array.from({ length: Number(parameters.get("count")) }, (_, i) =>
  imageAt(i, parameters.has("dead")),
);
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <List images={images} Grid={GRIDS[parameters.get("kind") ?? ""] ?? ImageGrid} />,
  );
}

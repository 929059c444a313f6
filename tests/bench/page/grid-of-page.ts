import type { Page } from "playwright";

/** One image of the gallery's page, for the comparison pages. */
export type GridPicture = {
  src: string;
  srcSet: string;
  sizes: string;
  loading: string;
  fetchPriority: string;
  original: string;
  width: number;
  height: number;
  colour: string;
  alt: string;
  name: string;
  host: string;
};

/** The layout of the gallery's grid, in px, so that the comparison pages show as many images. */
export type GridLayout = {
  top: number;
  margin: number;
  columnGap: number;
  rowGap: number;
  captionHeight: number;
  /** The row height before it grows to the full width. */
  rowBasis: number;
  /** The mean row height. */
  rowHeight: number;
  /** The limits of a tile's ratio, width over height. */
  ratioMin: number;
  ratioMax: number;
};

export type Grid = { pictures: GridPicture[]; layout: GridLayout };

/** Selector of the gallery's images. */
export const GALLERY_PICTURES = "[data-image-id] img";

/** Reads the grid from the gallery's page. */
export function readGrid(page: Page): Promise<Grid> {
  return page.evaluate((selector) => {
    const images = [...document.querySelectorAll<HTMLImageElement>(selector)];
    const tileOf = (image: HTMLImageElement) => image.closest<HTMLElement>("[data-image-id]");
    const pictures = images.map((image) => {
      const tile = tileOf(image);
      const text = (part: string) => tile?.querySelector(part)?.textContent ?? "";
      return {
        src: image.getAttribute("src") ?? "",
        srcSet: image.getAttribute("srcset") ?? "",
        sizes: image.getAttribute("sizes") ?? "",
        loading: image.getAttribute("loading") ?? "eager",
        fetchPriority: image.getAttribute("fetchpriority") ?? "auto",
        original: image.closest("a")?.getAttribute("href") ?? "",
        width: Number(image.getAttribute("width")),
        height: Number(image.getAttribute("height")),
        colour: tile?.style.getPropertyValue("--picture") ?? "",
        alt: image.alt,
        name: text("p"),
        host: text("p + p"),
      };
    });
    const [first] = images;
    const tile = first && tileOf(first);
    const grid = tile?.parentElement;
    if (!first || !tile || !grid) throw new Error("there is no grid on this page");
    const style = getComputedStyle(grid);
    const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const heights = images.map((image) => image.getBoundingClientRect().height);
    const box = first.getBoundingClientRect();
    return {
      pictures,
      layout: {
        top: box.top + scrollY,
        margin: grid.getBoundingClientRect().left,
        columnGap: Number.parseFloat(style.columnGap),
        rowGap: Number.parseFloat(style.rowGap),
        captionHeight: tile.getBoundingClientRect().height - box.height,
        rowBasis: Number.parseFloat(style.getPropertyValue("--row")) * remPx,
        rowHeight: heights.reduce((sum, height) => sum + height, 0) / heights.length,
        ratioMin: Number(style.getPropertyValue("--ratio-min")),
        ratioMax: Number(style.getPropertyValue("--ratio-max")),
      },
    };
  }, GALLERY_PICTURES);
}

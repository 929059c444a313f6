import type { Image, Thumbnails } from "./search-answer";
import type { SearchQuery } from "./search-query";

/** A small picture on a shelf, without a link of its own. */
export type ShelfPicture = Pick<Image, "id" | "width" | "height" | "accentColor"> & {
  /** Up to three widths; null for a URL that this server refuses to fetch. */
  thumbnails: Thumbnails | null;
};

/** A part of the shelf on the home page: some pictures, and the link that shows all of them. */
export type Floor = { pictures: ShelfPicture[]; pictureCount: number } & (
  | { kind: "search"; q: string }
  | { kind: "newest" }
  | { kind: "folder"; folder: { source: number; path: string }; name: string }
  /** A search of any visitor whose answer is cached. */
  | { kind: "cached"; query: SearchQuery; ageSeconds: number }
);

/** The home page's facts about a recent search of this browser. */
export type RecentAnswer = {
  pictures: ShelfPicture[];
  imageCount: number;
  /** Whether the search is free now: our own service answers it, or its answer is cached. */
  isFree: boolean;
  /** Age of the cached answer; null for our own service, which answers each time. */
  ageSeconds: number | null;
};

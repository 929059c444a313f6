import type { Image, Thumbnails } from "./search-answer";

/** A picture that stands on a shelf: small, and without a link of its own. */
export type ShelfPicture = Pick<Image, "id" | "width" | "height" | "accentColor"> & {
  /** One or two widths; null for a URL that this server refuses to fetch. */
  thumbnails: Thumbnails | null;
};

/** A part of the shelf on the home page: some pictures, and the link that shows all of them. */
export type Floor = { pictures: ShelfPicture[]; pictureCount: number } & (
  | { kind: "search"; q: string }
  | { kind: "newest" }
  | { kind: "folder"; folder: { source: number; path: string }; name: string }
);

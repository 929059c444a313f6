import type { SavedImage } from "./picked-image";
import type { ShelfPicture } from "./shelf";

/** An editor's collection, kept in the browser. */
export type Collection = {
  id: string;
  name: string;
  /** The cover image; null for the first one. */
  coverId: string | null;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** When images were last added, removed, moved or annotated; ISO 8601 in UTC. */
  changedAt: string;
};

/** A collection's entry in a list of collections. */
export type CollectionSummary = Collection & {
  imageCount: number;
  /** At most three, the cover first. */
  pictures: ShelfPicture[];
};

/** An image with its place in a collection. */
export type StoredImage = SavedImage & {
  collection: string;
  /** Sorts the images of a collection, as text; unique in it. */
  position: string;
};

/**
 * Why an operation failed: the browser offers no storage (`unavailable`), its storage is full (`full`),
 * a newer version of the site has migrated the database (`newer`), or the collection was deleted in
 * another tab (`deleted`).
 */
export type StorageProblem = "unavailable" | "full" | "newer" | "deleted";

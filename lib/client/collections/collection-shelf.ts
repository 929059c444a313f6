import { useSyncExternalStore } from "react";
import { onSettingChange, readSetting, saveSetting } from "@/lib/client/saved-setting";
import { COLLECTION_SHELF_NAME } from "@/lib/client/shelf-script";
import type { CollectionSummary } from "@/lib/contract/collection";

/** How many collections the home page shows. */
const SHOWN_MAX = 4;

/** The collections on the home page, and how many there are in all. */
export type CollectionShelf = {
  collections: Pick<CollectionSummary, "id" | "name" | "imageCount" | "pictures">[];
  totalCount: number;
};

/**
 * Saves a copy of the first collections outside the database, so that the home page can read it
 * before its first paint.
 */
export function saveShelf(all: readonly CollectionSummary[]): void {
  const collections = all
    .slice(0, SHOWN_MAX)
    .map(({ id, name, imageCount, pictures }) => ({ id, name, imageCount, pictures }));
  const shelf: CollectionShelf = { collections, totalCount: all.length };
  const text = all.length === 0 ? null : JSON.stringify(shelf);
  if (text !== shelfText()) saveSetting(COLLECTION_SHELF_NAME, text);
}

/** The collection that images were last saved to, or that was changed last; null if there is none. */
export function lastCollection(): { id: string; name: string } | null {
  return parseShelf(shelfText())?.collections[0] ?? null;
}

/** Returns the name of the last collection, which changes while the page is open. */
export function useLastCollectionName(): string | null {
  return useSyncExternalStore(
    onSettingChange,
    () => lastCollection()?.name ?? null,
    () => null,
  );
}

/** Returns the saved text for `parseShelf`; null if there are no collections. */
export function shelfText(): string | null {
  return readSetting(COLLECTION_SHELF_NAME);
}

/** Parses the text that `saveShelf` saved; returns null for any other. */
export function parseShelf(text: string | null): CollectionShelf | null {
  try {
    const shelf = JSON.parse(text ?? "null") as CollectionShelf | null;
    return Array.isArray(shelf?.collections) ? shelf : null;
  } catch {
    return null;
  }
}

import { generateNKeysBetween } from "fractional-indexing";
import type { IDBPTransaction } from "idb";
import type { Collection, CollectionSummary, StoredImage } from "@/lib/contract/collection";
import type { SavedImage } from "@/lib/contract/picked-image";
import { publishChange } from "./collection-changes";
import {
  type CollectionSchema,
  CollectionStorageError,
  collectionDatabase,
  storageError,
} from "./collection-database";
import { saveShelf } from "./collection-shelf";

type WriteTransaction = IDBPTransaction<
  CollectionSchema,
  ("collections" | "images")[],
  "readwrite"
>;

type ReadTransaction = IDBPTransaction<CollectionSchema, ("collections" | "images")[]>;

/** Images per read. A larger read would block the page for longer than a frame. */
const BATCH_COUNT = 250;

/** The pictures of a collection in lists. */
export const PICTURES_MAX = 3;

/**
 * Returns this browser's collections, the last changed first.
 *
 * @throws CollectionStorageError
 */
export async function listCollections(): Promise<CollectionSummary[]> {
  return withStorageErrors(async () => {
    const transaction = (await collectionDatabase()).transaction(["collections", "images"]);
    const collections = await transaction.objectStore("collections").getAll();
    const summaries = await Promise.all(
      collections.map(async (collection): Promise<CollectionSummary> => {
        const [imageCount, pictures] = await Promise.all([
          transaction.objectStore("images").count(allOf(collection.id)),
          coversOf(transaction, collection),
        ]);
        return {
          ...collection,
          imageCount,
          pictures: pictures.slice(0, PICTURES_MAX).map(toPicture),
        };
      }),
    );
    return summaries.sort(byLastChange);
  });
}

/**
 * Returns the images that represent a collection in lists.
 *
 * @throws CollectionStorageError
 */
export async function readCovers(id: string): Promise<StoredImage[]> {
  return withStorageErrors(async () => {
    const transaction = (await collectionDatabase()).transaction(["collections", "images"]);
    const collection = await transaction.objectStore("collections").get(id);
    return collection === undefined ? [] : coversOf(transaction, collection);
  });
}

/**
 * Returns a collection; null if it does not exist.
 *
 * @throws CollectionStorageError
 */
export async function readCollection(id: string): Promise<Collection | null> {
  return withStorageErrors(
    async () => (await (await collectionDatabase()).get("collections", id)) ?? null,
  );
}

/**
 * Reads the images of a collection in order, and calls `onBatch` with each batch as it is read.
 *
 * @throws CollectionStorageError
 */
export async function readImages(
  collectionId: string,
  onBatch: (images: StoredImage[]) => void,
): Promise<void> {
  await withStorageErrors(async () => {
    const database = await collectionDatabase();
    let after: string | null = null;
    for (;;) {
      const range: IDBKeyRange =
        after === null
          ? allOf(collectionId)
          : IDBKeyRange.bound([collectionId, after], [collectionId, []], true);
      const batch = await database.getAllFromIndex("images", "byPosition", range, BATCH_COUNT);
      onBatch(batch);
      if (batch.length < BATCH_COUNT) return;
      after = batch.at(-1)?.position ?? null;
    }
  });
}

/**
 * Creates a collection with images.
 *
 * @throws CollectionStorageError; then nothing was created
 */
export async function createCollection(
  name: string,
  images: readonly SavedImage[] = [],
): Promise<Collection> {
  const now = new Date().toISOString();
  const collection = {
    id: crypto.randomUUID(),
    name: name.trim(),
    coverId: null,
    createdAt: now,
    changedAt: now,
  };
  await write(collection.id, true, async (transaction) => {
    await transaction.objectStore("collections").add(collection);
    await addImages(transaction, collection.id, images);
  });
  return collection;
}

/**
 * Changes the name or the cover of a collection.
 *
 * @throws CollectionStorageError
 */
export async function changeCollection(
  id: string,
  change: Partial<Pick<Collection, "name" | "coverId">>,
): Promise<void> {
  await write(id, true, async (transaction) => {
    const collections = transaction.objectStore("collections");
    const collection = await collections.get(id);
    if (collection !== undefined) await collections.put({ ...collection, ...change });
  });
}

/** What `deleteCollection` removed, for `putBack`. */
export type DeletedCollection = { collection: Collection; images: StoredImage[] };

/**
 * Deletes a collection with its images. Returns null if it did not exist.
 *
 * @throws CollectionStorageError
 */
export async function deleteCollection(id: string): Promise<DeletedCollection | null> {
  return write(id, true, async (transaction) => {
    const collection = await transaction.objectStore("collections").get(id);
    if (collection === undefined) return null;
    const images = await transaction.objectStore("images").getAll(allOf(id));
    await Promise.all([
      transaction.objectStore("collections").delete(id),
      transaction.objectStore("images").delete(allOf(id)),
    ]);
    return { collection, images };
  });
}

/**
 * Restores what `deleteCollection` or `removeImages` returned. Leaves images unchanged that the
 * collection contains again.
 *
 * @throws CollectionStorageError
 */
export async function putBack(
  images: readonly StoredImage[],
  collection?: Collection,
): Promise<void> {
  const id = collection?.id ?? images[0]?.collection;
  if (id === undefined) return;
  const isEdited = collection === undefined;
  await write(id, isEdited, async (transaction) => {
    if (collection !== undefined) await transaction.objectStore("collections").put(collection);
    else await requireCollection(transaction, id);
    await addInPlace(transaction, id, images);
  });
}

/** What a save did, for `undoSave`. */
export type Save = {
  /** The collection as the save left it. */
  collection: Collection;
  /** As they were saved. */
  added: readonly SavedImage[];
  /** The collection before the save; null if the save created it. */
  before: Collection | null;
};

/**
 * Adds images at the end of a collection. Leaves images unchanged that it already contains.
 *
 * @throws CollectionStorageError; then nothing was added
 */
export async function saveImages(
  collectionId: string,
  images: readonly SavedImage[],
): Promise<Save> {
  return write(collectionId, false, async (transaction) => {
    const before = await requireCollection(transaction, collectionId);
    const added = await addImages(transaction, collectionId, images);
    await touch(transaction, collectionId);
    return { collection: await requireCollection(transaction, collectionId), added, before };
  });
}

/**
 * Removes the images that a save added, except those whose note or clearance an editor wrote since, and
 * the collection that it created if that is now empty.
 *
 * @throws CollectionStorageError; then nothing was removed
 */
export async function undoSave({ collection, added, before }: Save): Promise<void> {
  const { id, changedAt } = collection;
  await write(id, false, async (transaction) => {
    const collections = transaction.objectStore("collections");
    const images = transaction.objectStore("images");
    await Promise.all(
      added.map(async (saved) => {
        const image = await images.get([id, saved.id]);
        const isEdited =
          image && !(hasSame("note", image, saved) && hasSame("clearance", image, saved));
        if (!isEdited) await images.delete([id, saved.id]);
      }),
    );
    const current = await collections.get(id);
    if (current === undefined) return;
    if (before === null) {
      if ((await images.count(allOf(id))) === 0) await collections.delete(id);
    } else if (current.changedAt === changedAt) {
      await collections.put({ ...current, changedAt: before.changedAt });
    }
  });
}

/**
 * Removes images from a collection.
 *
 * @returns the removed images, for `putBack`
 * @throws CollectionStorageError
 */
export async function removeImages(
  collectionId: string,
  ids: readonly string[],
): Promise<StoredImage[]> {
  return write(collectionId, true, async (transaction) => {
    const store = transaction.objectStore("images");
    const found = await Promise.all(ids.map((id) => store.get([collectionId, id])));
    const removed = found.filter((image) => image !== undefined);
    await Promise.all(removed.map(({ id }) => store.delete([collectionId, id])));
    return removed;
  });
}

/**
 * Moves images, in the given order, before another image of their collection, or to the end.
 *
 * @throws CollectionStorageError
 */
export async function moveImages(
  collectionId: string,
  ids: readonly string[],
  beforeId: string | null,
): Promise<void> {
  await write(collectionId, true, async (transaction) => {
    const store = transaction.objectStore("images");
    const found = await Promise.all(ids.map((id) => store.get([collectionId, id])));
    const moved = found.filter((image) => image !== undefined);
    const place = () => positionsBefore(transaction, collectionId, ids, beforeId, moved.length);
    const positions =
      (await place()) ?? (await renumber(transaction, collectionId).then(place)) ?? [];
    await Promise.all(
      moved.map((image, i) => store.put({ ...image, position: positions[i] ?? image.position })),
    );
  });
}

/** What `transferImages` did. */
export type Transfer = {
  /** The images as they were in the collection that they left. */
  moved: StoredImage[];
  /** The ids that were new in the target collection. */
  added: string[];
  /** The images that the target collection already had, as they were in it, and what they got. */
  merged: { before: StoredImage; change: EditorChange }[];
};

/**
 * Moves images to the end of another collection. An image that the other collection already has keeps its
 * place there; if it lacks a note or a clearance, it gets that of the moved image.
 *
 * @throws CollectionStorageError; then nothing was moved
 */
export async function transferImages(
  fromId: string,
  toId: string,
  ids: readonly string[],
): Promise<Transfer> {
  const transfer = await write(fromId, true, async (transaction) => {
    const store = transaction.objectStore("images");
    await requireCollection(transaction, toId);
    const readFrom = async (collectionId: string) => {
      const found = await Promise.all(ids.map((id) => store.get([collectionId, id])));
      return found.filter((image) => image !== undefined);
    };
    const [moved, there] = await Promise.all([readFrom(fromId), readFrom(toId)]);
    const present = new Map(there.map((image) => [image.id, image]));
    const added = moved.filter(({ id }) => !present.has(id));
    const merged = moved.flatMap(({ id, note, clearance }) => {
      const before = present.get(id);
      if (before === undefined) return [];
      const change = { note: before.note || note, clearance: before.clearance ?? clearance };
      return [{ before, change }];
    });
    const positions = await positionsAtEnd(transaction, toId, added.length);
    await Promise.all([
      ...moved.map(({ id }) => store.delete([fromId, id])),
      ...added.map((image, i) =>
        store.add({ ...image, collection: toId, position: positions[i] ?? "" }),
      ),
      ...merged.map(({ before, change }) => store.put({ ...before, ...change })),
    ]);
    await touch(transaction, toId);
    return { moved, added: added.map(({ id }) => id), merged };
  });
  publishChange(toId);
  return transfer;
}

/**
 * Moves the images of `transferImages` back, with changes made to them since, and restores the
 * images that the target collection already had. Uses one transaction, so that no image is lost if
 * the page closes or another tab deletes a collection.
 *
 * @throws CollectionStorageError; then nothing was moved
 */
export async function undoTransfer(
  toId: string,
  { moved, added, merged }: Transfer,
): Promise<void> {
  const fromId = moved[0]?.collection;
  if (fromId === undefined) return;
  await write(fromId, true, async (transaction) => {
    const store = transaction.objectStore("images");
    await requireCollection(transaction, fromId);
    const changed = await Promise.all(added.map((id) => store.get([toId, id])));
    const byId = new Map(changed.flatMap((image) => (image ? [[image.id, image]] : [])));
    await Promise.all(added.map((id) => store.delete([toId, id])));
    await addInPlace(
      transaction,
      fromId,
      moved.map((image) => ({ ...image, ...byId.get(image.id), ...placeIn(image) })),
    );
    await Promise.all(
      merged.map(({ before, change }) => restoreFields(transaction, before, change)),
    );
    await touch(transaction, toId);
  });
  publishChange(toId);
}

/** The fields of a saved image that may change. */
export type ImageChange = Partial<
  Pick<
    SavedImage,
    "note" | "clearance" | "reference" | "thumbnails" | "imageUrl" | "check" | "pictureHash"
  >
>;

/**
 * Changes images of a collection by id. Skips images that the collection no longer contains.
 *
 * @throws CollectionStorageError
 */
export async function changeImages(
  collectionId: string,
  changes: ReadonlyMap<string, ImageChange>,
): Promise<void> {
  // New thumbnail URLs and checks are not edits by the visitor.
  const isEdited = [...changes.values()].some(
    (change) => "note" in change || "clearance" in change,
  );
  await write(collectionId, isEdited, async (transaction) => {
    const store = transaction.objectStore("images");
    await Promise.all(
      [...changes].map(async ([id, change]) => {
        const image = await store.get([collectionId, id]);
        if (image === undefined) return;
        // Keeps the first hash: later checks compare with how the picture looked first.
        const { pictureHash = change.pictureHash } = image;
        await store.put({ ...image, ...change, ...(pictureHash && { pictureHash }) });
      }),
    );
  });
}

/** The fields of a saved image that an editor writes. */
export type EditorChange = Partial<Pick<SavedImage, "note" | "clearance">>;

/**
 * Undoes a change of images, which are given as they were before it. Skips fields that were changed
 * again since.
 *
 * @throws CollectionStorageError
 */
export async function undoChange(
  collectionId: string,
  before: readonly StoredImage[],
  change: EditorChange,
): Promise<void> {
  await write(collectionId, true, async (transaction) => {
    await Promise.all(before.map((image) => restoreFields(transaction, image, change)));
  });
}

/**
 * Returns the collections that contain an image, the last changed first.
 *
 * @throws CollectionStorageError
 */
export async function collectionsOf(imageId: string): Promise<Collection[]> {
  return withStorageErrors(async () => {
    const transaction = (await collectionDatabase()).transaction(["collections", "images"]);
    const keys = await transaction.objectStore("images").index("byImage").getAllKeys(imageId);
    const found = await Promise.all(
      keys.map(([collection]) => transaction.objectStore("collections").get(collection)),
    );
    return found.filter((one) => one !== undefined).sort(byLastChange);
  });
}

/**
 * Runs one transaction over both stores; the browser commits all of it or nothing.
 *
 * @param isEdited whether the collection counts as changed
 */
async function write<T>(
  collectionId: string,
  isEdited: boolean,
  act: (transaction: WriteTransaction) => Promise<T>,
): Promise<T> {
  const result = await withStorageErrors(async () => {
    const transaction = (await collectionDatabase()).transaction(
      ["collections", "images"],
      "readwrite",
    );
    try {
      const value = await act(transaction);
      if (isEdited) await touch(transaction, collectionId);
      await transaction.done;
      return value;
    } catch (error) {
      // The operation's own error is more specific than the abort that follows it.
      transaction.done.catch(() => {});
      try {
        transaction.abort();
      } catch {
        // The browser has aborted it.
      }
      throw transaction.error ?? error;
    }
  });
  publishChange(collectionId);
  // The key O opens what was saved last, as soon as the page says that it is saved.
  await refreshShelf();
  return result;
}

let refreshing: Promise<void> | null = null;

/** Updates the shelf; combines concurrent changes into one update. */
async function refreshShelf(): Promise<void> {
  await refreshing;
  refreshing ??= listCollections()
    .then(saveShelf, () => {})
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

/** Runs an operation; its errors become `CollectionStorageError`s. */
async function withStorageErrors<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw storageError(error);
  }
}

/** Reads the first images of a collection, with its cover before them. */
async function coversOf(
  transaction: ReadTransaction,
  { id, coverId }: Collection,
): Promise<StoredImage[]> {
  const images = transaction.objectStore("images");
  const [first, cover] = await Promise.all([
    images.index("byPosition").getAll(allOf(id), PICTURES_MAX),
    coverId === null ? undefined : images.get([id, coverId]),
  ]);
  return cover ? [cover, ...first.filter((one) => one.id !== coverId)] : first;
}

/** Returns the range of a collection's keys, in the image store or in its index by position. */
function allOf(collectionId: string): IDBKeyRange {
  // An array sorts after every string.
  return IDBKeyRange.bound([collectionId], [collectionId, []]);
}

async function addImages(
  transaction: WriteTransaction,
  collection: string,
  images: readonly SavedImage[],
): Promise<SavedImage[]> {
  const store = transaction.objectStore("images");
  // Reading all keys once is faster than one read for each of thousands of images.
  const ids = new Set((await store.getAllKeys(allOf(collection))).map(([, id]) => id));
  const added = images.filter(({ id }) => !ids.has(id) && ids.add(id));
  const positions = await positionsAtEnd(transaction, collection, added.length);
  await Promise.all(
    added.map((image, i) => store.add({ ...image, collection, position: positions[i] ?? "" })),
  );
  return added;
}

function hasSame(field: keyof EditorChange, one: EditorChange, other: EditorChange): boolean {
  return JSON.stringify(one[field]) === JSON.stringify(other[field]);
}

/** Adds missing images at their old positions, or at the end if another image has that position. */
async function addInPlace(
  transaction: WriteTransaction,
  id: string,
  images: readonly StoredImage[],
): Promise<void> {
  const store = transaction.objectStore("images");
  const present = new Set((await store.getAllKeys(allOf(id))).map(([, imageId]) => imageId));
  const absent = images.filter((image) => !present.has(image.id));
  const isTaken = await Promise.all(
    absent.map(({ position }) => store.index("byPosition").getKey([id, position])),
  );
  const displaced = absent.filter((_, i) => isTaken[i] !== undefined);
  const positions =
    displaced.length === 0 ? [] : await positionsAtEnd(transaction, id, displaced.length);
  for (const image of absent) {
    const at = displaced.indexOf(image);
    await store.add(at === -1 ? image : { ...image, position: positions[at] ?? image.position });
  }
}

/** Restores those fields of an image that still have the values of `change`. */
async function restoreFields(
  transaction: WriteTransaction,
  before: StoredImage,
  change: EditorChange,
): Promise<void> {
  const store = transaction.objectStore("images");
  const image = await store.get([before.collection, before.id]);
  if (image === undefined) return;
  const { note, clearance } = before;
  const isToRestore = (field: keyof EditorChange) =>
    field in change && hasSame(field, image, change);
  await store.put({
    ...image,
    ...(isToRestore("note") && { note }),
    ...(isToRestore("clearance") && { clearance }),
  });
}

const placeIn = ({ collection, position }: StoredImage) => ({ collection, position });

async function requireCollection(transaction: WriteTransaction, id: string): Promise<Collection> {
  const collection = await transaction.objectStore("collections").get(id);
  if (collection === undefined) throw new CollectionStorageError("deleted");
  return collection;
}

async function touch(transaction: WriteTransaction, id: string): Promise<void> {
  const collections = transaction.objectStore("collections");
  const collection = await collections.get(id);
  if (collection === undefined) return;
  await collections.put({ ...collection, changedAt: new Date().toISOString() });
}

async function positionsAtEnd(
  transaction: WriteTransaction,
  id: string,
  count: number,
): Promise<string[]> {
  const index = transaction.objectStore("images").index("byPosition");
  const last = await index.openKeyCursor(allOf(id), "prev");
  return generateNKeysBetween(last?.key[1] ?? null, null, count);
}

/** Returns null if two neighbours have the same position, so that nothing fits between them. */
async function positionsBefore(
  transaction: WriteTransaction,
  collectionId: string,
  movedIds: readonly string[],
  beforeId: string | null,
  count: number,
): Promise<string[] | null> {
  const store = transaction.objectStore("images");
  const next = beforeId === null ? undefined : await store.get([collectionId, beforeId]);
  const range =
    next === undefined
      ? allOf(collectionId)
      : IDBKeyRange.bound([collectionId], [collectionId, next.position], false, true);
  const isMoved = new Set(movedIds);
  let previous = await store.index("byPosition").openKeyCursor(range, "prev");
  while (previous !== null && isMoved.has(previous.primaryKey[1])) {
    previous = await previous.continue();
  }
  try {
    return generateNKeysBetween(previous?.key[1] ?? null, next?.position ?? null, count);
  } catch {
    return null;
  }
}

async function renumber(transaction: WriteTransaction, collectionId: string): Promise<void> {
  const store = transaction.objectStore("images");
  const images = await store.index("byPosition").getAll(allOf(collectionId));
  const positions = generateNKeysBetween(null, null, images.length);
  await Promise.all(
    images.map((image, i) => store.put({ ...image, position: positions[i] ?? image.position })),
  );
}

function byLastChange(a: Collection, b: Collection): number {
  return a.changedAt === b.changedAt ? 0 : a.changedAt < b.changedAt ? 1 : -1;
}

/** Returns what lists show of an image. */
export function toPicture({ id, width, height, accentColor, thumbnails }: StoredImage) {
  return { id, width, height, accentColor, thumbnails };
}

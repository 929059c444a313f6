import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { Collection, StorageProblem, StoredImage } from "@/lib/contract/collection";

export interface CollectionSchema extends DBSchema {
  collections: { key: string; value: Collection };
  images: {
    key: [collection: string, id: string];
    value: StoredImage;
    indexes: { byPosition: [collection: string, position: string]; byImage: string };
  };
}

export type CollectionDatabase = IDBPDatabase<CollectionSchema>;

/** A step from one version of the database to the next. */
export type Migration = (
  database: CollectionDatabase,
  transaction: IDBPTransaction<CollectionSchema, ("collections" | "images")[], "versionchange">,
) => void | Promise<void>;

/**
 * In order; the number of migrations is the database's version. Never change a released migration:
 * browsers have already run it.
 */
export const MIGRATIONS: readonly Migration[] = [createStores];

const NAME = "vitrine.collections";

/** The database refused an operation and saved nothing of it. */
export class CollectionStorageError extends Error {
  override readonly name = "CollectionStorageError";
  constructor(
    readonly problem: StorageProblem,
    cause?: unknown,
  ) {
    super(`collections: ${problem}`, { cause });
  }
}

let opened: Promise<CollectionDatabase> | null = null;

/**
 * Opens this browser's database. All callers share one connection.
 *
 * @throws CollectionStorageError
 */
export function collectionDatabase(): Promise<CollectionDatabase> {
  opened ??= openCollectionDatabase(MIGRATIONS, () => {
    opened = null;
  }).catch((error) => {
    opened = null;
    throw storageError(error);
  });
  return opened;
}

/**
 * Opens the database and migrates it. Calls `onClosed` when the connection becomes unusable,
 * because a tab with a newer version wants to migrate, or because the browser closed it.
 *
 * @throws DOMException as `indexedDB.open`
 */
export async function openCollectionDatabase(
  migrations: readonly Migration[],
  onClosed: () => void = () => {},
): Promise<CollectionDatabase> {
  const database = await openDB<CollectionSchema>(NAME, migrations.length, {
    async upgrade(database, oldVersion, newVersion, transaction) {
      for (const migrate of migrations.slice(oldVersion, newVersion ?? undefined)) {
        await migrate(database, transaction as Parameters<Migration>[1]);
      }
    },
    blocking() {
      database.close();
      onClosed();
    },
    terminated: onClosed,
  });
  return database;
}

/** Maps a storage error of the browser to ours. */
export function storageError(error: unknown): CollectionStorageError {
  if (error instanceof CollectionStorageError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return new CollectionStorageError("full", error);
  return new CollectionStorageError(name === "VersionError" ? "newer" : "unavailable", error);
}

/** Version 1. */
function createStores(database: CollectionDatabase): void {
  database.createObjectStore("collections", { keyPath: "id" });
  const images = database.createObjectStore("images", { keyPath: ["collection", "id"] });
  images.createIndex("byPosition", ["collection", "position"]);
  images.createIndex("byImage", "id");
}

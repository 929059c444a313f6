import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  CollectionStorageError,
  MIGRATIONS,
  openCollectionDatabase,
} from "@/lib/client/collections/collection-database";
import type { SavedImage } from "@/lib/contract/picked-image";
import { aSavedImage } from "@/tests/support/pictures/an-image";

type Store = typeof import("@/lib/client/collections/collection-store");

const savedImage = (id: string, over: Partial<SavedImage> = {}) =>
  aSavedImage(id, { reference: null, ...over });

const images = (...ids: string[]) => ids.map((id) => savedImage(id));

/** Simulates a tab: a copy of the modules with its own connection. */
async function openTab(): Promise<Store> {
  vi.resetModules();
  return import("@/lib/client/collections/collection-store");
}

async function idsIn(store: Store, collectionId: string): Promise<string[]> {
  const ids: string[] = [];
  await store.readImages(collectionId, (batch) => ids.push(...batch.map(({ id }) => id)));
  return ids;
}

let store: Store;

beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  store = await openTab();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a collection keeps its images in order, each once", async () => {
  const { id } = await store.createCollection("  Coast ", images("a", "b", "a"));
  expect(await store.saveImages(id, images("b", "c"))).toMatchObject({ added: [{ id: "c" }] });
  expect(await idsIn(store, id)).toEqual(["a", "b", "c"]);
  expect(await store.listCollections()).toMatchObject([{ id, name: "Coast", imageCount: 3 }]);
});

test("undoing a save keeps images whose note or clearance was written since", async () => {
  const { id } = await store.createCollection("Coast", []);
  const clearance = { at: "2026-11-27T09:00:00.000Z", note: "CC0" };
  const save = await store.saveImages(id, [
    ...images("a", "b", "c"),
    savedImage("imported", { note: "Cover?", clearance }),
  ]);
  await store.changeImages(id, new Map([["a", { note: "Crop" }]]));
  await store.changeImages(id, new Map([["b", { clearance }]]));
  await store.undoSave(save);
  expect(await idsIn(store, id)).toEqual(["a", "b"]);
});

test("undoing a save restores when the collection had changed, unless it was edited since", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const tick = () => vi.setSystemTime(Date.now() + 1000);
  const { id, changedAt } = await store.createCollection("Coast", images("a"));
  const changedNow = async () => (await store.readCollection(id))?.changedAt;
  tick();
  const save = await store.saveImages(id, images("b"));
  expect(await changedNow()).not.toBe(changedAt);
  await store.undoSave(save);
  expect(await changedNow()).toBe(changedAt);

  const other = await store.saveImages(id, images("b"));
  tick();
  await store.changeCollection(id, { name: "Cliffs" });
  await store.undoSave(other);
  expect(await changedNow()).toBe(new Date().toISOString());
});

test("reads thousands of images in batches", async () => {
  const ids = Array.from({ length: 1100 }, (_, i) => `image-${i}`);
  const { id } = await store.createCollection("Many", images(...ids));
  const sizes: number[] = [];
  await store.readImages(id, (batch) => sizes.push(batch.length));
  expect(sizes).toEqual([250, 250, 250, 250, 100]);
  expect(await idsIn(store, id)).toEqual(ids);
});

test("any moves give the same order as in a list", async () => {
  const all = ["a", "b", "c", "d", "e", "f"];
  const move = fc.record({
    moved: fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 4 }),
    before: fc.option(fc.constantFrom(...all)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 8 }), async (moves) => {
      const { id } = await store.createCollection("Any", images(...all));
      let expected = all;
      for (const { moved, before } of moves) {
        if (before !== null && moved.includes(before)) continue;
        await store.moveImages(id, moved, before);
        const rest = expected.filter((each) => !moved.includes(each));
        const at = before === null ? rest.length : rest.indexOf(before);
        expected = [...rest.slice(0, at), ...moved, ...rest.slice(at)];
      }
      expect(await idsIn(store, id)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test("two tabs that write concurrently lose nothing", async () => {
  const other = await openTab();
  const { id } = await store.createCollection("Shared", images("start"));
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 2 === 0 ? store : other).saveImages(id, images(`image-${i}`)),
    ),
  );
  await Promise.all([
    store.changeImages(id, new Map([["image-0", { note: "from here" }]])),
    other.changeImages(id, new Map([["image-0", { clearance: { note: "asked", at: "now" } }]])),
    store.moveImages(id, ["image-39"], "start"),
    other.moveImages(id, ["image-38"], "start"),
  ]);
  const ids = await idsIn(store, id);
  expect(new Set(ids).size).toBe(41);
  expect(ids.slice(0, 3)).toEqual(["image-39", "image-38", "start"]);
  await store.readImages(id, (batch) => {
    const image = batch.find((each) => each.id === "image-0");
    expect(image).toMatchObject({ note: "from here", clearance: { note: "asked" } });
  });
});

test("removed images return to their place, even if another image took it", async () => {
  const { id } = await store.createCollection("Coast", images("a", "b", "c"));
  const removed = await store.removeImages(id, ["b", "unknown"]);
  expect(await idsIn(store, id)).toEqual(["a", "c"]);
  await store.putBack(removed);
  expect(await idsIn(store, id)).toEqual(["a", "b", "c"]);

  const again = await store.removeImages(id, ["b"]);
  await store.saveImages(id, images("d"));
  await store.moveImages(id, ["d"], "c");
  await store.putBack(again);
  expect((await idsIn(store, id)).sort()).toEqual(["a", "b", "c", "d"]);
});

test("putting back an image that another tab saved again leaves that image unchanged", async () => {
  const { id } = await store.createCollection("Coast", images("a", "b"));
  const removed = await store.removeImages(id, ["a"]);
  const other = await openTab();
  await other.saveImages(id, [savedImage("a", { note: "from the other tab" })]);
  await store.putBack(removed);
  expect(await idsIn(store, id)).toEqual(["b", "a"]);
  await store.readImages(id, (batch) =>
    expect(batch.at(-1)).toMatchObject({ id: "a", note: "from the other tab" }),
  );
  await other.deleteCollection(id);
  await expect(store.putBack(removed)).rejects.toMatchObject({ problem: "deleted" });
});

test("undoing a move to another collection loses nothing, whatever another tab did", async () => {
  const from = await store.createCollection("From", images("a", "b", "c"));
  const to = await store.createCollection("To", images("b"));
  const transfer = await store.transferImages(from.id, to.id, ["a", "b"]);
  const other = await openTab();
  await other.changeImages(to.id, new Map([["a", { note: "written after the move" }]]));
  await store.undoTransfer(to.id, transfer);
  expect(await idsIn(store, from.id)).toEqual(["a", "b", "c"]);
  expect(await idsIn(store, to.id)).toEqual(["b"]);
  await store.readImages(from.id, ([first]) =>
    expect(first).toMatchObject({ id: "a", note: "written after the move" }),
  );

  const again = await store.transferImages(from.id, to.id, ["a"]);
  await other.deleteCollection(from.id);
  await expect(store.undoTransfer(to.id, again)).rejects.toMatchObject({ problem: "deleted" });
  // The image stays where it was moved, because the other collection is gone.
  expect(await idsIn(store, to.id)).toEqual(["b", "a"]);
});

test("a deleted collection returns with its images", async () => {
  const { id } = await store.createCollection("Coast", images("a", "b"));
  const deleted = await store.deleteCollection(id);
  expect(await store.readCollection(id)).toBeNull();
  expect(await idsIn(store, id)).toEqual([]);
  if (deleted !== null) await store.putBack(deleted.images, deleted.collection);
  expect(await idsIn(store, id)).toEqual(["a", "b"]);
});

test("saving to a collection that another tab deleted fails and saves nothing", async () => {
  const { id } = await store.createCollection("Coast", []);
  await store.deleteCollection(id);
  await expect(store.saveImages(id, images("a"))).rejects.toMatchObject({ problem: "deleted" });
  expect(await store.collectionsOf("a")).toEqual([]);
});

test("images move to another collection, and a move says what it added", async () => {
  const from = await store.createCollection("From", images("a", "b", "c"));
  const to = await store.createCollection("To", images("b"));
  const { moved, added } = await store.transferImages(from.id, to.id, ["a", "b"]);
  expect(moved.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(added).toEqual(["a"]);
  expect(await idsIn(store, from.id)).toEqual(["c"]);
  expect(await idsIn(store, to.id)).toEqual(["b", "a"]);
  expect((await store.collectionsOf("a")).map(({ name }) => name)).toEqual(["To"]);
  expect(await store.collectionsOf("b")).toEqual([expect.objectContaining({ id: to.id })]);
});

test("a move to a collection that has the image keeps what either says of it; undo restores both", async () => {
  const clearance = (note: string) => ({ note, at: "2026-01-01T00:00:00.000Z" });
  const from = await store.createCollection("From", [
    savedImage("a", { note: "Cover?", clearance: clearance("CC0") }),
    savedImage("b", { note: "Cover?" }),
  ]);
  const to = await store.createCollection("To", [
    savedImage("a", { clearance: clearance("Ada") }),
    savedImage("b"),
  ]);
  const stored = async () => {
    const all: Record<string, [string, string | undefined]> = {};
    for (const { id, name } of [from, to]) {
      await store.readImages(id, (batch) => {
        for (const image of batch) all[name + image.id] = [image.note, image.clearance?.note];
      });
    }
    return all;
  };
  const before = await stored();
  const transfer = await store.transferImages(from.id, to.id, ["a", "b"]);
  const moved = { Toa: ["Cover?", "Ada"], Tob: ["Cover?", undefined] };
  expect(await stored()).toEqual(moved);
  await store.undoTransfer(to.id, transfer);
  expect(await stored()).toEqual(before);

  const again = await store.transferImages(from.id, to.id, ["a", "b"]);
  await store.changeImages(to.id, new Map([["b", { note: "written since" }]]));
  await store.undoTransfer(to.id, again);
  expect(await stored()).toEqual({ ...before, Tob: ["written since", undefined] });
});

test("the cover stands first among a collection's pictures", async () => {
  const { id } = await store.createCollection("Coast", images("a", "b", "c", "d"));
  await store.changeCollection(id, { coverId: "d", name: "Shore" });
  const [summary] = await store.listCollections();
  expect(summary?.name).toBe("Shore");
  expect(summary?.pictures.map((picture) => picture.id)).toEqual(["d", "a", "b"]);
});

test("a full storage saves nothing of an operation", async () => {
  const { id } = await store.createCollection("Coast", images("a"));
  const add = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("no space", "QuotaExceededError");
  });
  await expect(store.saveImages(id, images("b"))).rejects.toMatchObject({ problem: "full" });
  await expect(store.createCollection("Other", images("b"))).rejects.toMatchObject({
    name: "CollectionStorageError",
  });
  add.mockRestore();
  expect(await idsIn(store, id)).toEqual(["a"]);
  expect(await store.listCollections()).toHaveLength(1);
});

test("a browser without storage gives a separate problem", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("off", "SecurityError");
    },
  });
  const error = await store.listCollections().catch((thrown) => thrown);
  expect(error).toMatchObject({ name: CollectionStorageError.name, problem: "unavailable" });
});

test("a later version migrates the data of the first, and an older tab reports it", async () => {
  const { id } = await store.createCollection("Coast", images("a"));
  const migrated = await openCollectionDatabase([
    ...MIGRATIONS,
    async (_, transaction) => {
      const collections = transaction.objectStore("collections");
      for (const collection of await collections.getAll()) {
        await collections.put({ ...collection, name: `${collection.name}, migrated` });
      }
    },
  ]);
  expect(await migrated.get("collections", id)).toMatchObject({ name: "Coast, migrated" });
  expect(await migrated.getAll("images")).toHaveLength(1);
  // The older tab closed its connection, so that the migration did not wait for it.
  await expect(store.saveImages(id, images("b"))).rejects.toMatchObject({ problem: "newer" });
  migrated.close();
});

test("every earlier version can be migrated to every later one", async () => {
  for (let from = 0; from <= MIGRATIONS.length; from++) {
    vi.stubGlobal("indexedDB", new IDBFactory());
    if (from > 0) (await openCollectionDatabase(MIGRATIONS.slice(0, from))).close();
    const database = await openCollectionDatabase(MIGRATIONS);
    expect([...database.objectStoreNames]).toEqual(["collections", "images"]);
    database.close();
  }
  await deleteDB("vitrine.collections");
  expect(await openDB("vitrine.collections")).toBeDefined();
});

test("expired covers get new thumbnails, and so does the home page's copy", async () => {
  const expired = { path: "/thumb/k/1/old/", widthsPx: [240] };
  const { id } = await store.createCollection("Coast", [
    savedImage("a", { thumbnails: expired, reference: "signed" }),
    savedImage("b", { thumbnails: null }),
  ]);
  const thumbnails = { path: "/thumb/k/99999/new/", widthsPx: [240] };
  vi.stubGlobal("fetch", async () =>
    Response.json({ images: [{ reference: "signed again", thumbnails }] }),
  );
  const { refreshCovers } = await import("@/lib/client/collections/refresh-covers");
  expect(await refreshCovers()).toBe(true);
  const [summary] = await store.listCollections();
  expect(summary?.pictures[0]?.thumbnails).toEqual(thumbnails);
  expect(await refreshCovers()).toBe(false);
  expect(summary?.id).toBe(id);
});

test("the first hash of a picture is kept", async () => {
  const { id } = await store.createCollection("Coast", images("a"));
  await store.changeImages(id, new Map([["a", { pictureHash: "01" }]]));
  await store.changeImages(id, new Map([["a", { pictureHash: "10", note: "seen" }]]));
  const found: SavedImage[] = [];
  await store.readImages(id, (batch) => found.push(...batch));
  expect(found).toMatchObject([{ pictureHash: "01", note: "seen" }]);
});

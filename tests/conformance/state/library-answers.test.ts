import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LibraryStore } from "@/lib/state/library-store";
import { createPostgresDatabase } from "@/lib/state/postgres/postgres-database";
import { openLibraryDatabase } from "@/lib/state/sqlite/library-database";
import { openedLibrary, sharedPlace } from "@/tests/support/databases/libraries";
import {
  aPictureRecord,
  NO_FILTERS,
  namesIn,
  savePictures,
} from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

const WORDS = "sea seas seaside storm boat barn red 写真 写 light lighthouse night".split(" ");
const HOSTS = [null, "a.example", "b.a.example", "a-b.example", "ab.example"];

const aWord = fc.constantFrom(...WORDS);
const severalTerms = fc.array(aWord, { maxLength: 4 });
const aNumber = fc.nat({ max: 11 });

const aChange = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("save" as const),
      id: aNumber,
      path: aNumber,
      name: severalTerms,
      keywords: severalTerms,
      folder: severalTerms,
      host: fc.constantFrom(...HOSTS),
      isTransparent: fc.boolean(),
      look: fc.nat({ max: 5 }),
      widthPx: fc.integer({ min: 1, max: 4 }),
    }),
  },
  fc.record({ kind: fc.constant("break" as const), path: aNumber }),
  fc.record({ kind: fc.constant("remove" as const), paths: fc.array(aNumber, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant("rate" as const), id: aNumber }),
  fc.constant({ kind: "remove source" as const }),
  fc.constant({ kind: "look" as const }),
);

const aQuery = fc.record({
  q: fc.array(aWord, { minLength: 1, maxLength: 7 }).map((words) => words.join(" ")),
  count: fc.constantFrom(3, 100),
  site: fc.constantFrom(null, "a.example", "example", "ab.example"),
  isOwnSite: fc.boolean(),
  transparent: fc.boolean(),
  safesearch: fc.constantFrom("strict" as const, "moderate" as const),
  isExact: fc.boolean(),
  isGrouped: fc.boolean(),
});

async function change(
  library: LibraryStore,
  each: typeof aChange extends fc.Arbitrary<infer T> ? T : never,
  revision: number,
) {
  const location = { location: "/pictures", kind: "folder", origin: "command" } as const;
  const { number } = await library.addSource(location);
  const state = { fileBytes: 1, modifiedMs: 1, entry: "" };
  switch (each.kind) {
    case "save":
      return library.save(
        number,
        aPictureRecord({
          ...{ id: `p${each.id}`, path: `${each.path}.jpg`, name: each.name.join(" ") },
          ...{ keywords: each.keywords, folder: each.folder.join("/") },
          ...{ host: each.host, isTransparent: each.isTransparent, widthPx: each.widthPx },
          fingerprint: { text: `sha256-${each.look}`, keys: [each.look] },
        }),
      );
    case "break":
      return library.saveBroken(number, `${each.path}.jpg`, state, "broken");
    case "remove":
      return library.remove(
        number,
        each.paths.map((path) => `${path}.jpg`),
      );
    case "rate": {
      const ratings = [{ id: `p${each.id}`, rating: "moderate" } as const];
      return library.followRatings({ revision, ratings });
    }
    case "remove source":
      return library.removeSource("/pictures");
  }
}

test("after any changes SQLite, an instance that followed and a new one give equal answers", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aChange, { minLength: 20, maxLength: 60, size: "max" }),
      fc.array(aQuery, { minLength: 40, maxLength: 40 }),
      async (changes, queries) => {
        const place = await sharedPlace();
        const another = () => openedLibrary({ ...place, dataDir: temporaryFolder() });
        const [local, writer, follower] = [
          openedLibrary({ dataDir: temporaryFolder() }),
          openedLibrary(place),
          another(),
        ];
        for (const [i, each] of changes.entries()) {
          if (each.kind === "look") await follower.catchUp();
          else for (const library of [local, writer]) await change(library, each, i + 1);
        }
        await follower.catchUp();
        const all = [local, writer, follower, another()];
        for (const query of queries) {
          const [first, ...others] = await Promise.all(
            all.map(async (library) =>
              (await library.find({ ...NO_FILTERS, ...query })).pictures.map(
                ({ id, copyCount }) => `${id} ${copyCount}`,
              ),
            ),
          );
          for (const other of others) expect(other).toEqual(first);
        }
        await Promise.all(all.map((library) => library.close()));
      },
    ),
    { numRuns: 3 },
  );
}, 120_000);

test("an instance that follows misses nothing of several that write at once", async () => {
  const place = await sharedPlace();
  const another = () => openedLibrary({ ...place, dataDir: temporaryFolder() });
  const dataDir = temporaryFolder();
  const follower = another();
  // Two threads of an instance have one file.
  const threads = [openedLibrary({ ...place, dataDir }), openedLibrary({ ...place, dataDir })];
  const { number } = await savePictures(follower, []);
  let hasEnded = false;
  const follow = async (library: LibraryStore) => {
    while (!hasEnded) await library.catchUp();
  };
  const following = Promise.all([follower, ...threads].map(follow));
  await Promise.all(
    [another(), another(), another()].map(async (writer, w) => {
      for (let i = 0; i < 40; i += 1) {
        await writer.save(number, aPictureRecord({ id: `w${w}-${i}`, name: "Sea" }));
      }
    }),
  );
  hasEnded = true;
  await following;
  for (const library of [follower, ...threads]) {
    await library.catchUp();
    expect(await namesIn(library, "sea", { count: 200 })).toHaveLength(120);
  }
});

test("an index file of another database, or a damaged one, is built again", async () => {
  const first = await sharedPlace();
  const before = openedLibrary(first);
  await savePictures(before, [aPictureRecord({ name: "Sea" })]);
  expect(await namesIn(before, "sea")).toEqual(["Sea"]);
  await before.close();
  const place = { ...(await sharedPlace()), dataDir: first.dataDir };
  const after = openedLibrary(place);
  await savePictures(after, [aPictureRecord({ name: "Barn" })]);
  expect(await namesIn(after, "sea")).toEqual([]);
  expect(await namesIn(after, "barn")).toEqual(["Barn"]);
  await after.close();
  writeFileSync(join(place.dataDir, "search-index", "library.db"), "no database; ".repeat(900));
  expect(await namesIn(openedLibrary(place), "barn")).toEqual(["Barn"]);
});

test("the library is not usable while its index is built, and then it is", async () => {
  const place = await sharedPlace();
  await savePictures(openedLibrary(place), [aPictureRecord({ name: "Sea" })]);
  const database = createPostgresDatabase(place.databaseUrl, { isOneSession: true });
  const started = openedLibrary({ ...place, dataDir: temporaryFolder() });
  await database.run((sql) =>
    sql.begin(async (transaction) => {
      await transaction.unsafe("LOCK TABLE vitrine.library_changes");
      // An idle transaction would lose its lock after four seconds.
      await Promise.all([
        transaction.unsafe("SELECT pg_sleep(4.5)"),
        expect(started.catchUp()).rejects.toMatchObject({ code: "library_unreadable" }),
      ]);
    }),
  );
  await database.close();
  await started.catchUp();
  expect(await namesIn(started, "sea")).toEqual(["Sea"]);
});

test("the index follows the texts of a picture, and nothing else of it", async () => {
  const dataDir = temporaryFolder();
  const library = openedLibrary({ dataDir });
  const record = aPictureRecord({ id: "a", name: "Sea" });
  const { number } = await savePictures(library, [record]);
  const database = openLibraryDatabase(dataDir);
  const changes = () =>
    JSON.stringify(database.prepare("SELECT id, block FROM picture_terms_data").all());
  const before = changes();
  await library.save(number, { ...record, fileBytes: 7 });
  expect(changes()).toBe(before);
  await library.save(number, { ...record, host: "a.example" });
  expect(changes()).not.toBe(before);
  database.close();
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Dictionary } from "@/lib/core/finding/dictionary";
import { fileRevision } from "@/lib/core/image/file-revision";
import { readDictionary } from "@/lib/service/finding/read-dictionary";
import type {
  BrowseQuery,
  LibraryQuery,
  LibraryRatings,
  LibraryStore,
  PictureRecord,
} from "@/lib/state/library-store";
import { LIBRARIES, openedLibrary } from "@/tests/support/databases/libraries";
import {
  aPictureRecord,
  NO_FILTERS,
  namesIn,
  savePictures,
} from "@/tests/support/databases/picture-records";

const dictionary = readDictionary();

/** Returns a function that searches as with `VITRINE_FINDING=helpful`. */
const findingIn =
  (library: LibraryStore) =>
  async (q: string, filters: Partial<LibraryQuery> = {}) => {
    const query = { ...NO_FILTERS, isExact: false, ...filters, q };
    const { pictures, ...found } = await library.find(query);
    return { names: pictures.map(({ name }) => name), ...found };
  };

const STATE = { fileBytes: 1000, modifiedMs: 1_700_000_000_000, entry: "{}" };

describe.each(LIBRARIES)("a library on $name", ({ newPlace }) => {
  async function aLibrary({ dictionary = null as Dictionary | null } = {}) {
    const place = await newPlace();
    return { place, library: openedLibrary(place, dictionary) };
  }

  async function libraryOf(...records: PictureRecord[]) {
    const { library } = await aLibrary();
    await savePictures(library, records);
    return (q: string, filters: Partial<LibraryQuery> = {}) => namesIn(library, q, filters);
  }

  describe("copies of a picture", () => {
    const looks = { text: "sha256-one", keys: [5] };
    const sized = (id: string, widthPx: number, parts: Partial<PictureRecord> = {}) =>
      aPictureRecord({ id, name: "Barn", widthPx, fingerprint: looks, ...parts });

    test("are one result, the largest that the filters show", async () => {
      const { library } = await aLibrary();
      await savePictures(library, [
        sized("small", 100),
        sized("large", 400, { rating: "moderate" }),
        sized("middle", 200, { host: "a.example" }),
        sized("middle-again", 200, { host: "b.a.example" }),
        aPictureRecord({ id: "other", name: "Barn door" }),
      ]);
      const find = async (filters: Partial<LibraryQuery> = {}) => {
        const found = await library.find({ ...NO_FILTERS, ...filters, q: "barn" });
        const results = found.pictures.map(({ id, copyCount, sizeCount }) => [
          ...[id, copyCount, sizeCount],
        ]);
        return [...results, found.totalCount];
      };
      const other = ["other", 1, 1];
      expect(await find()).toEqual([["large", 4, 3], other, 2]);
      expect(await find({ safesearch: "strict" })).toEqual([["middle", 3, 2], other, 2]);
      expect(await find({ site: "b.a.example" })).toEqual([["middle-again", 1, 1], 1]);
      const single = ["small", "large", "middle", "middle-again"].map((id) => [id, 1, 1]);
      expect(await find({ isGrouped: false })).toEqual([...single, other, 5]);
      const copies = await library.copies("small");
      expect(copies.map(({ id }) => id)).toEqual(["large", "middle", "middle-again", "small"]);
      expect((await library.copies("other")).map(({ id }) => id)).toEqual(["other"]);
      expect(await library.copies("none")).toEqual([]);
    });

    test("are shown by another one only if it is larger and has no excluded word", async () => {
      const { library } = await aLibrary();
      await savePictures(library, [
        sized("first", 200),
        sized("second", 200, { name: "Shed" }),
        sized("third", 400, { name: "Shed in snow" }),
      ]);
      const find = async (q: string) =>
        (await library.find({ ...NO_FILTERS, q })).pictures.map(({ id }) => id);
      expect(await find("barn")).toEqual(["third"]);
      expect(await find("shed -snow")).toEqual(["second"]);
      await library.remove(1, ["third.jpg"]);
      expect(await find("shed")).toEqual(["second"]);
    });

    test("of few pictures do not hide others", async () => {
      const { library } = await aLibrary();
      const records = ["one", "two", "three"].flatMap((name, group) =>
        Array.from({ length: 250 }, (_, i) =>
          sized(`${name}-${i}`, i + 1, { fingerprint: { text: `sha256-${name}`, keys: [group] } }),
        ),
      );
      await savePictures(library, records);
      const { pictures, totalCount } = await library.find({ ...NO_FILTERS, q: "barn" });
      expect(pictures.map(({ id }) => id)).toEqual(["one-249", "two-249", "three-249"]);
      expect(totalCount).toBe(3);
    });
  });

  test("whole words are found by stem, the last one by its beginning, in every script", async () => {
    const find = await libraryOf(
      ...[
        "Mountains over the sea",
        "Lighthouse at night",
        "Red tulips",
        "Old universities",
        "Crème in der Straße",
        "港の写真",
      ].map((each, i) => aPictureRecord({ id: `p${i}`, name: each })),
    );
    for (const [q, name] of [
      ["mountai", "Mountains over the sea"],
      ["MOUNTAIN", "Mountains over the sea"],
      ["lighthouses", "Lighthouse at night"],
      ["tulip", "Red tulips"],
      ["universit", "Old universities"],
      ["universities", "Old universities"],
      ["creme strasse", "Crème in der Straße"],
      ["写真", "港の写真"],
      ["night light", "Lighthouse at night"],
      ["a lighthouse in the night", "Lighthouse at night"],
    ] as const) {
      expect(await find(q, { isUnfinished: true }), q).toEqual([name]);
    }
    expect(await find("真写")).toEqual([]);
  });

  test("every word is required, and only the last may be a beginning, while a person types", async () => {
    const find = await libraryOf(aPictureRecord({ name: "Lighthouse at night" }));
    expect(await find("lighthouse snow")).toEqual([]);
    expect(await find("lightho night", { isUnfinished: true })).toEqual([]);
    expect(await find("night lightho", { isUnfinished: true })).toEqual(["Lighthouse at night"]);
    expect(await find("night lightho")).toEqual([]);
  });

  test("small words count when there are no others", async () => {
    const find = await libraryOf(
      aPictureRecord({ name: "To the sea" }),
      aPictureRecord({ name: "Barn" }),
    );
    expect(await find("the")).toEqual(["To the sea"]);
  });

  test("a match in the name ranks before keywords, and keywords before the folder", async () => {
    const find = await libraryOf(
      aPictureRecord({ name: "One", folder: "sea" }),
      aPictureRecord({ name: "Two", keywords: ["sea"] }),
      aPictureRecord({ name: "Three seas and many other words in a long long name" }),
    );
    expect(await find("sea")).toEqual([
      "Three seas and many other words in a long long name",
      "Two",
      "One",
    ]);
  });

  test("a match in the subject of a name ranks before a match later in the name", async () => {
    const find = await libraryOf(
      aPictureRecord({ name: "Boats below the mountains", keywords: ["mountains", "boats"] }),
      aPictureRecord({ name: "Mountains under a wide and empty evening sky without any cloud" }),
    );
    expect(await find("mountains")).toEqual([
      "Mountains under a wide and empty evening sky without any cloud",
      "Boats below the mountains",
    ]);
  });

  test("a search finds corrected words and colours, and says so; it never leaves a word out", async () => {
    const { library } = await aLibrary();
    await savePictures(library, [
      aPictureRecord({ name: "Stormy sea" }),
      aPictureRecord({ name: "Sea at dawn" }),
      aPictureRecord({ name: "Two-handled vase" }),
      aPictureRecord({ name: "Flower", accentColor: "#d01818" }),
    ]);
    const find = findingIn(library);
    expect(await find("sea")).toEqual({
      names: ["Stormy sea", "Sea at dawn"],
      totalCount: 2,
      changed: null,
      offers: [],
    });
    expect(await find("stromy sea")).toMatchObject({
      names: ["Stormy sea"],
      totalCount: 1,
      changed: {
        matchCount: 1,
        changes: [{ kind: "corrected", from: "stromy", to: "stormy" }],
      },
    });
    expect(await find("seaa", { count: 1 })).toMatchObject({
      names: ["Stormy sea"],
      totalCount: 2,
      changed: { matchCount: 1 },
    });
    expect(await find("please show me a picture of a stormy sea")).toMatchObject({
      names: ["Stormy sea"],
      changed: null,
    });
    expect(await find("red flower")).toMatchObject({
      names: ["Flower"],
      changed: { matchCount: 1, changes: [{ kind: "colour", from: "red", to: "red" }] },
    });
    // Not a stem of the index, "handl", but a word.
    expect(await find("handlx")).toMatchObject({ names: [] });
    expect(await find("handlde")).toMatchObject({
      changed: { changes: [{ kind: "corrected", from: "handlde", to: "handled" }] },
    });
  });

  test.each([
    ["محمد", "محمود"],
    ["דוד", "דודו"],
    ["Иванов", "Анна Иванова"],
    ["Marie", "Maria Berg"],
    ["Hansen", "Ole Jansen"],
    ["Kowalski", "Anna Kowalska"],
    ["Müller", "Peter Möller"],
    ["Jon", "John Berg"],
    ["Smyth", "Adam Smith"],
    ["Trautwein", "Eva Trautwien"],
  ])("%s is not corrected to the name of another person, %s", async (q, name) => {
    const { library } = await aLibrary({ dictionary });
    await savePictures(library, [aPictureRecord({ id: "p", name })]);
    expect(await findingIn(library)(q)).toMatchObject({ names: [], changed: null });
  });

  test("a near name is offered, also of a word that only its capital makes a name", async () => {
    const { library } = await aLibrary({ dictionary });
    await savePictures(library, [
      aPictureRecord({ name: "Ole Jansen" }),
      aPictureRecord({ id: "p", name: "Alte Brücke" }),
    ]);
    const find = findingIn(library);
    expect(await find("Hansen")).toMatchObject({ offers: [{ q: "jansen", count: 1 }] });
    expect(await find("Brüke")).toMatchObject({ offers: [{ q: "brucke", count: 1 }] });
    expect(await find("brüke")).toMatchObject({ names: ["Alte Brücke"] });
    expect(await find("jannsen")).toMatchObject({ names: ["Ole Jansen"] });
  });

  test("synonyms and kinds follow what has the word itself, and the answer names them", async () => {
    const { library } = await aLibrary({ dictionary });
    await savePictures(library, [
      aPictureRecord({ name: "Sedan in rain" }),
      aPictureRecord({ name: "Old automobile" }),
      aPictureRecord({ name: "Fire engine" }),
      aPictureRecord({ name: "Cars", keywords: ["sedan"] }),
      aPictureRecord({ name: "Vehicle" }),
    ]);
    const find = findingIn(library);
    const related = (to: string) => ({ kind: "related", from: "car", to });
    expect(await find("car")).toMatchObject({
      names: ["Cars", "Old automobile", "Sedan in rain"],
      totalCount: 3,
      changed: { matchCount: 1, changes: [related("automobile"), related("sedan")] },
    });
    expect(await find("car", { count: 1 })).toMatchObject({
      names: ["Cars"],
      totalCount: 1,
      changed: null,
    });
    expect(await find("car rain")).toMatchObject({
      names: ["Sedan in rain"],
      changed: { matchCount: 0, changes: [related("sedan")] },
    });
    expect(await find("sedan")).toMatchObject({ names: ["Sedan in rain", "Cars"], changed: null });
    expect(await find("car", { isExact: true })).toMatchObject({ names: ["Cars"], changed: null });
  });

  test("an answer without pictures offers what finds some, with the same filters", async () => {
    const { library } = await aLibrary({ dictionary });
    await savePictures(library, [
      ...Array.from({ length: 3 }, (_, i) => aPictureRecord({ name: `Sunset ${i}` })),
      ...Array.from({ length: 101 }, (_, i) => aPictureRecord({ name: `Sea ${i}` })),
      aPictureRecord({ name: "Mountains", host: "hills.example" }),
      aPictureRecord({ name: "Dog" }),
    ]);
    const offersFor = async (q: string, filters = {}) => {
      const { names, offers } = await findingIn(library)(q, filters);
      expect(names).toEqual([]);
      return offers;
    };
    expect(await offersFor("sunset over sea")).toEqual([
      { q: "sunset", count: 3 },
      { q: "sea", count: null },
    ]);
    expect(await offersFor("mounta")).toEqual([{ q: "mountains", count: 1 }]);
    expect(await offersFor("mounta", { site: "other.example" })).toEqual([]);
    expect(await offersFor("wolf")).toEqual([{ q: "dog", count: 1 }]);
    expect(await offersFor("zebra -sea")).toEqual([]);
    expect(await offersFor("!")).toEqual([]);
  });

  test("phrases and words to leave out hold in every search", async () => {
    const { library } = await aLibrary();
    await savePictures(library, [
      aPictureRecord({ name: "Red barn" }),
      aPictureRecord({ name: "Barn with a red door" }),
      aPictureRecord({ name: "Barn", keywords: ["snow"] }),
      aPictureRecord({ name: "Two barns" }),
    ]);
    const find = (q: string) => namesIn(library, q, { isExact: false });
    expect(await find('"red barn"')).toEqual(["Red barn"]);
    expect(await find('"red barn" snow')).toEqual([]);
    expect(await find('"barns"')).toEqual(["Two barns"]);
    expect(await find("barn -door")).toEqual(["Barn", "Red barn", "Two barns"]);
    expect(await find("red -barn")).toEqual([]);
  });

  test("spellings of one word find each other, and no other word", async () => {
    const { library } = await aLibrary();
    const names = ["München", "Muenchen bei Nacht", "مَرَّاكُش", "I ❤️ you", "☀️", "C++", "C#", "Straße"];
    await savePictures(
      library,
      names.map((name, i) => aPictureRecord({ id: `p${i}`, name })),
    );
    const find = (q: string) => namesIn(library, q, { isExact: false });
    expect(await find("Muenchen")).toEqual(["Muenchen bei Nacht", "München"]);
    expect(await find("münchen")).toEqual(["München", "Muenchen bei Nacht"]);
    expect(await find("مراكش")).toEqual(["مَرَّاكُش"]);
    expect(await find("❤")).toEqual(["I ❤️ you"]);
    expect(await find("☀️")).toEqual(["☀️"]);
    expect(await find("c++")).toEqual(["C++"]);
    expect(await find("C")).toEqual([]);
    expect(await find("STRAẞE")).toEqual(["Straße"]);
  });

  test("the words of pictures that were added or removed count at the next search", async () => {
    const { library } = await aLibrary();
    const { number } = await savePictures(library, [aPictureRecord({ name: "Sea" })]);
    const find = (q: string) => namesIn(library, q, { isExact: false });
    expect(await find("mountian")).toEqual([]);
    await library.save(number, aPictureRecord({ id: "m", path: "m.jpg", name: "Mountain" }));
    await expect.poll(() => find("mountian")).toEqual(["Mountain"]);
    await library.remove(number, ["m.jpg"]);
    await library.save(number, aPictureRecord({ id: "f", path: "f.jpg", name: "Fountain" }));
    await expect.poll(() => find("fountian")).toEqual(["Fountain"]);
  });

  test("words may be spread over name, keywords and folder", async () => {
    const find = await libraryOf(
      aPictureRecord({ name: "Boats", keywords: ["sea"], folder: "Norway" }),
    );
    expect(await find("norway sea boats")).toEqual(["Boats"]);
  });

  test("equal pictures stay in the order in which they were added", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `Sea ${i + 10}`);
    const find = await libraryOf(...names.map((name) => aPictureRecord({ name })));
    expect(await find("sea", { count: 20 })).toEqual(names.slice(0, 20));
  });

  test("an exact name ranks first, however many older pictures match", async () => {
    const older = Array.from({ length: 2_100 }, (_, i) =>
      aPictureRecord({ name: `Sea view ${i}` }),
    );
    const find = await libraryOf(
      ...older,
      aPictureRecord({ name: "Sea" }),
      aPictureRecord({ name: "SEA!" }),
    );
    expect((await find("sea", { count: 3 })).slice(0, 2)).toEqual(["Sea", "SEA!"]);
    expect(await find("sea", { count: 3, site: "other.example" })).toEqual([]);
  });

  test("the requested pictures are found in full, however many rank better", async () => {
    const named = Array.from({ length: 8 }, (_, i) => aPictureRecord({ name: `Sea ${i}` }));
    const tagged = Array.from({ length: 8 }, (_, i) =>
      aPictureRecord({ name: `Boat ${i}`, keywords: ["sea"] }),
    );
    const find = await libraryOf(...tagged, ...named);
    const names = await find("sea", { count: 12 });
    expect(names.slice(0, 8).every((name) => name.startsWith("Sea"))).toBe(true);
    expect(names).toHaveLength(12);
    expect(new Set(names).size).toBe(12);
  });

  test("strict shows only strict pictures, moderate shows both", async () => {
    const find = await libraryOf(
      aPictureRecord({ name: "Sea spider", rating: "moderate" }),
      aPictureRecord({ name: "Sea star" }),
    );
    expect(await find("sea", { safesearch: "strict" })).toEqual(["Sea star"]);
    expect(await find("sea", { safesearch: "moderate" })).toHaveLength(2);
  });

  test("transparent leaves out pictures with transparent pixels", async () => {
    const find = await libraryOf(
      aPictureRecord({ name: "Sea cut out", isTransparent: true }),
      aPictureRecord({ name: "Sea" }),
    );
    expect(await find("sea", { transparent: true })).toEqual(["Sea"]);
  });

  test("site means the host and its subdomains", async () => {
    const find = await libraryOf(
      aPictureRecord({ name: "Sea a", host: "harbour.example" }),
      aPictureRecord({ name: "Sea b", host: "photos.harbour.example" }),
      aPictureRecord({ name: "Sea c", host: "notharbour.example" }),
      aPictureRecord({ name: "Sea d", host: null }),
    );
    expect(await find("sea", { site: "harbour.example" })).toEqual(["Sea a", "Sea b"]);
    expect(await find("sea", { site: "pictures.example", isOwnSite: true })).toEqual(["Sea d"]);
    expect(await find("sea", { site: "example", isOwnSite: true })).toHaveLength(4);
  });

  test("no text causes an error, and text without words finds nothing", async () => {
    const find = await libraryOf(aPictureRecord({ name: "Sea" }));
    for (const q of ['"', "*", "😀", "( - ) ^ :", "\u0000", "''; DROP TABLE pictures", "^"]) {
      expect(await find(q)).toEqual([]);
    }
    for (const q of ['"sea"', "sea*", "name:sea", "sea NOT boat", "NEAR(sea boat)", "sea OR x"]) {
      await expect(find(q)).resolves.toBeDefined();
    }
    expect(await find('"sea*"')).toEqual(["Sea"]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (q) => {
        expect((await find(q)).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  test("a library in use by several processes has the same pictures and sources for all", async () => {
    const { place, library } = await aLibrary();
    const other = openedLibrary(place);
    expect(await other.summary()).toEqual({
      pictureCount: 0,
      isInUse: false,
      missingFolder: null,
    });
    await savePictures(library, [aPictureRecord({ name: "Sea" })]);
    expect(await namesIn(other, "sea")).toEqual(["Sea"]);
    expect(await other.sources()).toEqual(await library.sources());
    expect(await other.summary()).toMatchObject({ pictureCount: 1, isInUse: true });
  });

  test("a source is added once, in the order of adding, and removed with its pictures", async () => {
    const { library } = await aLibrary();
    const source = await savePictures(library, [
      aPictureRecord({ id: "a", name: "Sea" }),
      aPictureRecord({ id: "b", name: "Boat" }),
    ]);
    await library.saveBroken(source.number, "c.jpg", STATE, "not a picture");
    const manifest = { location: "/b/m.json", kind: "manifest", origin: "settings" } as const;
    await library.addSource(manifest);
    expect(await library.addSource({ ...manifest, location: "/pictures" })).toEqual(
      (await library.sources())[0],
    );
    expect(await library.sources()).toMatchObject([
      { location: "/pictures", origin: "command", pictureCount: 2, scannedAtMs: null },
      { ...manifest, pictureCount: 0, problem: null },
    ]);
    expect(await library.removeSource("/pictures")).toBe(true);
    expect(await library.removeSource("/pictures")).toBe(false);
    expect(await library.sources()).toMatchObject([manifest]);
    expect(await library.picture("a")).toBeNull();
    expect(await namesIn(library, "sea")).toEqual([]);
    expect(await library.brokenFiles(source.number)).toEqual([]);
  });

  test("a folder that the settings no longer name is removed; a folder added by command stays", async () => {
    const { library } = await aLibrary();
    await library.addSource({ location: "/by-command", kind: "folder", origin: "command" });
    await library.followSettings(["/one", "/two"]);
    await library.followSettings(["/two"]);
    const locations = (await library.sources()).map(({ location }) => location);
    expect(locations).toEqual(["/by-command", "/two"]);
  });

  test("a scan's end and problem are recorded, and a folder without pictures is named", async () => {
    const { library } = await aLibrary();
    await library.followSettings(["/gone"]);
    const [source] = await library.sources();
    expect(await library.summary()).toMatchObject({ isInUse: true, missingFolder: null });
    await library.recordScan(source?.number ?? 0, "there is no such folder", ["disk", ""]);
    expect((await library.sources())[0]?.mounts).toEqual(["disk", ""]);
    expect(await library.summary()).toEqual({
      pictureCount: 0,
      isInUse: false,
      missingFolder: { location: "/gone", problem: "there is no such folder" },
    });
    expect((await library.sources())[0]?.scannedAtMs).toBeGreaterThan(1_700_000_000_000);
    await library.recordScan(source?.number ?? 0, null, []);
    expect((await library.summary()).missingFolder).toBeNull();
  });

  test("a picture is read back as it was saved, with its source and a revision of its file", async () => {
    const { library } = await aLibrary();
    const record = aPictureRecord({
      id: "a",
      path: "über/Sea 'n\" boat\\.jpg",
      fileBytes: 5_000_000_000,
      modifiedMs: 1_790_000_000_123,
      keywords: ["sea", "日本", "it's"],
      isTransparent: true,
      rating: "moderate",
      format: "webp",
      hostUrl: "https://harbour.example/a",
      host: "harbour.example",
      takenAt: "2024-05-03T14:20:11",
      camera: "NIKON D750",
      creator: "Ada Okoye",
      licence: "CC BY 4.0",
    });
    await savePictures(library, [record]);
    const {
      path,
      searchText: _,
      fileBytes,
      modifiedMs,
      entry: __,
      fingerprint: ___,
      ...picture
    } = record;
    const revision = fileRevision(fileBytes, modifiedMs);
    const saved = {
      ...picture,
      folder: "über",
      fileName: "Sea 'n\" boat\\.jpg",
      fileBytes,
      revision,
    };
    expect(await library.picture("a")).toEqual({
      picture: saved,
      source: { location: "/pictures", kind: "folder" },
      path,
    });
    expect((await library.find({ ...NO_FILTERS, q: "sea" })).pictures).toEqual([
      { ...saved, copyCount: 1, sizeCount: 1 },
    ]);
    for (const id of ["b", "a\0", "\ud800"]) expect(await library.picture(id)).toBeNull();
  });

  test("a picture in a library's top folder has that folder's name, without the path above it", async () => {
    const { library } = await aLibrary();
    await savePictures(library, [aPictureRecord({ id: "a", path: "barn.jpg" })]);
    const { pictures } = await library.find({ ...NO_FILTERS, q: "barn" });
    const [picture] = pictures;
    expect(picture).toMatchObject({ folder: "pictures", fileName: "barn.jpg" });
    expect(JSON.stringify(picture)).not.toContain("/pictures");
  });

  test("an updated picture keeps its rank, has a new revision, and is found by its new terms", async () => {
    const { library } = await aLibrary();
    const [first, second] = ["a", "b"].map((id) => aPictureRecord({ id, name: "Sea view" }));
    if (first === undefined || second === undefined) throw new Error("unreachable");
    const source = await savePictures(library, [first, second]);
    const before = await library.picture("a");
    await library.save(source.number, { ...first, keywords: ["gull"], fileBytes: 1001 });
    expect(
      (await library.find({ ...NO_FILTERS, q: "sea view" })).pictures.map(({ id }) => id),
    ).toEqual(["a", "b"]);
    expect((await library.picture("a"))?.picture.revision).not.toBe(before?.picture.revision);
    const renamed = aPictureRecord({ id: "a", name: "Barn" });
    await library.save(source.number, renamed);
    expect(await namesIn(library, "view")).toEqual(["Sea view"]);
    expect(await namesIn(library, "barn")).toEqual(["Barn"]);
  });

  test("a picture that changes its path keeps its id and rank, even when two swap paths", async () => {
    const { library } = await aLibrary();
    const at = (id: string, path: string) => aPictureRecord({ id, path, name: "Sea" });
    const { number } = await savePictures(library, [at("a", "1.jpg"), at("b", "2.jpg")]);
    const places = async () => {
      const { pictures } = await library.find({ ...NO_FILTERS, q: "sea" });
      return Promise.all(pictures.map(async ({ id }) => [id, (await library.picture(id))?.path]));
    };
    await library.save(number, at("a", "3.jpg"));
    expect(await places()).toEqual([
      ["a", "3.jpg"],
      ["b", "2.jpg"],
    ]);
    await library.save(number, at("a", "2.jpg"));
    await library.save(number, at("b", "3.jpg"));
    expect(new Map((await places()) as [string, string][])).toEqual(
      new Map([
        ["a", "2.jpg"],
        ["b", "3.jpg"],
      ]),
    );
    expect([...(await library.knownFiles(number)).keys()].sort()).toEqual(["2.jpg", "3.jpg"]);
  });

  test("a file is known as it was scanned: as a picture or as broken, never both", async () => {
    const { library } = await aLibrary();
    const record = aPictureRecord({ id: "a", path: "a.jpg", ...STATE });
    const { number } = await savePictures(library, [record]);
    await library.saveBroken(number, "b.jpg", STATE, "not a picture");
    const known = async () => [...(await library.knownFiles(number))].sort();
    expect(await known()).toEqual([
      ["a.jpg", { ...STATE, isBroken: false }],
      ["b.jpg", { ...STATE, isBroken: true }],
    ]);
    await library.saveBroken(number, "a.jpg", STATE, "too large");
    expect(await library.picture("a")).toBeNull();
    expect(await library.brokenFiles(number)).toEqual([
      { path: "a.jpg", reason: "too large" },
      { path: "b.jpg", reason: "not a picture" },
    ]);
    await library.save(number, record);
    expect(await library.brokenFiles(number)).toEqual([{ path: "b.jpg", reason: "not a picture" }]);
    await library.remove(number, ["a.jpg", "b.jpg", "c.jpg"]);
    expect(await known()).toEqual([]);
    expect(await namesIn(library, "barn")).toEqual([]);
  });

  test("any number of files is removed", async () => {
    const { library } = await aLibrary();
    const records = Array.from({ length: 1_050 }, (_, i) => aPictureRecord({ id: `p${i}` }));
    const { number } = await savePictures(library, records);
    await library.remove(
      number,
      records.slice(1).map(({ path }) => path),
    );
    expect([...(await library.knownFiles(number)).keys()]).toEqual(["p0.jpg"]);
  });

  describe("browsing", () => {
    const ANY = { order: "newest", count: 10, offset: 0, folder: null, colour: null, size: null };
    const NEWEST = ANY as Exclude<BrowseQuery, { order: "random" }>;

    async function aBrowsableLibrary() {
      const { library } = await aLibrary();
      const { number } = await savePictures(library, [
        aPictureRecord({ id: "a", path: "a.jpg", modifiedMs: 3, accentColor: "#1f6fd6" }),
        aPictureRecord({ id: "b", path: "Norway/b.jpg", modifiedMs: 1, accentColor: "#1f6fd6" }),
        aPictureRecord({
          ...{ id: "c", path: "Norway/c.jpg", modifiedMs: 2, accentColor: "#e02020" },
          ...{ widthPx: 4000, heightPx: 3000 },
        }),
        aPictureRecord({ id: "d", path: "Norway/May/d.jpg", modifiedMs: 2 }),
        aPictureRecord({ id: "hidden", path: "Norway/e.jpg", modifiedMs: 9, rating: "moderate" }),
      ]);
      const idsOf = async (query: Partial<typeof NEWEST>) => {
        const { pictures, matchCount } = await library.browse({ ...NEWEST, ...query });
        return { ids: pictures.map(({ id }) => id).join(""), matchCount };
      };
      return { library, number, idsOf };
    }

    test("the newest files come first, page by page; restricted pictures stay out", async () => {
      const { idsOf } = await aBrowsableLibrary();
      expect(await idsOf({})).toEqual({ ids: "adcb", matchCount: 4 });
      expect(await idsOf({ count: 2 })).toEqual({ ids: "ad", matchCount: 4 });
      expect(await idsOf({ count: 2, offset: 3 })).toEqual({ ids: "b", matchCount: 4 });
      expect(await idsOf({ offset: 4 })).toEqual({ ids: "", matchCount: 4 });
    });

    test("a folder, a colour and a size each reduce the list, and combine", async () => {
      const { number, idsOf } = await aBrowsableLibrary();
      const folder = (path: string) => ({ folder: { source: number, path } });
      expect(await idsOf(folder("Norway"))).toEqual({ ids: "cb", matchCount: 2 });
      expect(await idsOf(folder(""))).toEqual({ ids: "a", matchCount: 1 });
      expect(await idsOf(folder("Nor"))).toEqual({ ids: "", matchCount: 0 });
      expect(await idsOf({ folder: { source: number + 1, path: "" } })).toMatchObject({ ids: "" });
      expect(await idsOf({ colour: "blue" })).toEqual({ ids: "ab", matchCount: 2 });
      expect(await idsOf({ size: "huge" })).toEqual({ ids: "c", matchCount: 1 });
      expect(await idsOf({ ...folder("Norway"), colour: "blue", size: "small" })).toEqual({
        ids: "b",
        matchCount: 1,
      });
    });

    test("pictures come by their dates, the latest and the most precise first, those without last", async () => {
      const { library } = await aLibrary();
      const dates = ["1952-05-03", null, "1952", "1952-05-03T09:00:00", "1952-05", "1951-12-31"];
      const later = ["1952-06", "1952-05-03T23:59:59", "1952-12-01", "2025-07-12T10:00:00", null];
      const { number } = await savePictures(
        library,
        [...dates, ...later].map((takenAt, rank) =>
          aPictureRecord({
            ...{ id: `p${rank}`, path: `${rank % 2}/${rank}.jpg`, takenAt, modifiedMs: rank },
            accentColor: rank < 6 ? "#1f6fd6" : "#e02020",
          }),
        ),
      );
      const browse = async (query: Partial<typeof NEWEST>) => {
        const { pictures, matchCount } = await library.browse({
          ...NEWEST,
          ...{ order: "taken", count: 20 },
          ...query,
        });
        return [matchCount, ...pictures.map(({ takenAt }) => takenAt)];
      };
      const sorted = [
        ...["2025-07-12T10:00:00", "1952-12-01", "1952-06", "1952-05-03T23:59:59"],
        ...["1952-05-03T09:00:00", "1952-05-03", "1952-05", "1952", "1951-12-31", null, null],
      ];
      expect(await browse({})).toEqual([11, ...sorted]);
      expect(await browse({ count: 3, offset: 7 })).toEqual([11, ...sorted.slice(7, 10)]);
      const blue = ["1952-05-03T09:00:00", "1952-05-03", "1952-05", "1952", "1951-12-31", null];
      expect(await browse({ colour: "blue" })).toEqual([6, ...blue]);
      const folder = { source: number, path: "0" };
      expect(await browse({ colour: "blue", folder, size: "small" })).toEqual([
        ...[3, "1952-05-03", "1952-05", "1952"],
      ]);
      expect(await browse({ size: "huge" })).toEqual([0]);
    });

    test("the overview says whether a picture that visitors see has a date", async () => {
      const { library } = await aLibrary();
      const takenAt = "1952";
      const saved = [
        aPictureRecord({ id: "a" }),
        aPictureRecord({ id: "b", takenAt, rating: "moderate" }),
      ];
      await savePictures(library, saved);
      expect((await library.overview()).hasDates).toBe(false);
      await savePictures(library, [aPictureRecord({ id: "c", takenAt })]);
      expect((await library.overview()).hasDates).toBe(true);
    });

    test("a random view starts at its seed and wraps around", async () => {
      const { library } = await aBrowsableLibrary();
      const look = async (seed: string, count: number) => {
        const { pictures, matchCount } = await library.browse({ order: "random", seed, count });
        expect(matchCount).toBe(4);
        return pictures.map(({ id }) => id).join("");
      };
      expect(await look("c", 3)).toBe("cda");
      expect(await look("", 10)).toBe("abcd");
      expect(await look("z", 10)).toBe("abcd");
      expect(await look("bb", 10)).toBe("cdab");
    });

    test("the overview counts what browsing shows", async () => {
      const { library, number, idsOf } = await aBrowsableLibrary();
      const { pictureCount, folders, colours, sizes } = await library.overview();
      expect(pictureCount).toBe(4);
      expect(folders).toEqual(
        [
          { path: "", pictureCount: 1 },
          { path: "Norway", pictureCount: 2 },
          { path: "Norway/May", pictureCount: 1 },
        ].map((folder) => ({
          ...folder,
          source: number,
          sourceLocation: { location: "/pictures", kind: "folder" },
        })),
      );
      for (const { colour, pictureCount } of colours) {
        expect((await idsOf({ colour })).matchCount, colour).toBe(pictureCount);
      }
      expect(colours).toContainEqual({ colour: "blue", pictureCount: 2 });
      expect(sizes).toEqual([
        { size: "huge", pictureCount: 1 },
        { size: "small", pictureCount: 3 },
      ]);
    });
  });

  test("concurrent saves of one file leave one picture", async () => {
    const { place, library } = await aLibrary();
    const { number } = await savePictures(library, []);
    const stores = [library, openedLibrary(place), openedLibrary(place)];
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        stores[i % 3]?.save(number, aPictureRecord({ id: `p${i % 2}`, path: `${i % 2}.jpg` })),
      ),
    );
    expect((await library.summary()).pictureCount).toBe(2);
    expect(await namesIn(library, "barn")).toHaveLength(2);
  });
});

describe.each(LIBRARIES)("ratings of a library on $name", ({ newPlace }) => {
  const STRICT = { safesearch: "strict" } as const;

  async function ratedLibrary(ratings: LibraryRatings["ratings"], revision = 1) {
    const place = await newPlace();
    const library = openedLibrary(place);
    const source = await savePictures(library, [
      aPictureRecord({ id: "barn", name: "Barn" }),
      aPictureRecord({ id: "nude", name: "Nude barn", rating: "moderate" }),
      aPictureRecord({ id: "shed", name: "Barn and shed" }),
    ]);
    expect(await library.followRatings({ revision, ratings })).toBe("followed");
    return { place, library, source };
  }

  const shown = async (library: LibraryStore) => {
    const newest = {
      order: "newest",
      offset: 0,
      count: 10,
      folder: null,
      colour: null,
      size: null,
    };
    const browsed = await library.browse(newest as BrowseQuery);
    const random = await library.browse({ order: "random", seed: "a", count: 10 });
    const sorted = (names: string[]) => names.toSorted();
    expect(sorted(random.pictures.map(({ id }) => id))).toEqual(
      sorted(browsed.pictures.map(({ id }) => id)),
    );
    expect(browsed.matchCount).toBe(browsed.pictures.length);
    expect((await library.overview()).pictureCount).toBe(browsed.matchCount);
    return {
      strict: sorted(await namesIn(library, "barn", STRICT)),
      moderate: sorted(await namesIn(library, "barn")),
      browsed: sorted(browsed.pictures.map(({ name }) => name)),
      pages: (await Promise.all(["barn", "nude", "shed"].map((id) => library.picture(id)))).map(
        (filed) => filed?.picture.rating ?? null,
      ),
      pictureCount: (await library.summary()).pictureCount,
    };
  };

  test("a rating takes precedence over the source, in every list", async () => {
    const { library } = await ratedLibrary([
      { id: "barn", rating: "never" },
      { id: "nude", rating: "fine" },
      { id: "shed", rating: "moderate" },
    ]);
    expect(await shown(library)).toEqual({
      strict: ["Nude barn"],
      moderate: ["Barn and shed", "Nude barn"],
      browsed: ["Nude barn"],
      pages: [null, "strict", "moderate"],
      pictureCount: 2,
    });
  });

  test("withdrawing a rating restores the rating from the source", async () => {
    const { library } = await ratedLibrary([
      { id: "barn", rating: "never" },
      { id: "nude", rating: "fine" },
    ]);
    await library.followRatings({ revision: 2, ratings: [] });
    expect(await shown(library)).toEqual({
      strict: ["Barn", "Barn and shed"],
      moderate: ["Barn", "Barn and shed", "Nude barn"],
      browsed: ["Barn", "Barn and shed"],
      pages: ["strict", "moderate", "strict"],
      pictureCount: 3,
    });
  });

  test("a scan keeps ratings, and applies them to a picture that it adds later", async () => {
    const { library, source } = await ratedLibrary([
      { id: "barn", rating: "never" },
      { id: "late", rating: "moderate" },
    ]);
    await library.save(source.number, aPictureRecord({ id: "barn", name: "Barn", modifiedMs: 1 }));
    await library.save(source.number, aPictureRecord({ id: "late", name: "Late barn" }));
    expect(await namesIn(library, "barn")).not.toContain("Barn");
    expect(await namesIn(library, "late", STRICT)).toEqual([]);
    // The rating that the scan found takes effect when the operator's rating is withdrawn.
    const changed = aPictureRecord({ id: "barn", name: "Barn", rating: "moderate" });
    await library.save(source.number, changed);
    await library.followRatings({ revision: 2, ratings: [] });
    expect((await library.picture("barn"))?.picture.rating).toBe("moderate");
    expect((await library.picture("late"))?.picture.rating).toBe("strict");
  });

  test("ratings of an earlier revision change nothing, in any process", async () => {
    const { place, library } = await ratedLibrary([{ id: "barn", rating: "never" }], 5);
    const other = openedLibrary(place);
    await other.followRatings({ revision: 4, ratings: [] });
    await other.followRatings({ revision: 5, ratings: [] });
    expect(await library.picture("barn")).toBeNull();
  });

  test("several processes that follow the same ratings do no harm", async () => {
    const { place, library } = await ratedLibrary([]);
    const others = [openedLibrary(place), openedLibrary(place)];
    const ratings = Array.from({ length: 1_200 }, (_, i) => ({
      id: i === 0 ? "barn" : `absent-${i}`,
      rating: "never" as const,
    }));
    await Promise.all(others.map((each) => each.followRatings({ revision: 2, ratings })));
    expect(await library.picture("barn")).toBeNull();
    expect(await library.picture("shed")).not.toBeNull();
  });
});

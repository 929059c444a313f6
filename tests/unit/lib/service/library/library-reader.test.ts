import fc from "fast-check";
import { expect, test } from "vitest";
import { openMemoryLibrary } from "@/lib/service/library/library-database";
import { createLibraryReader, type PictureQuery } from "@/lib/service/library/library-reader";
import type { PictureRecord } from "@/lib/service/library/picture-writer";
import { aPictureRecord, savePictures } from "@/tests/support/picture-records";

const ALL = { count: 100, safesearch: "moderate", transparent: false, site: null } as const;

function libraryOf(...records: PictureRecord[]) {
  const database = openMemoryLibrary();
  savePictures(database, records);
  const { find } = createLibraryReader(database, "library", "pictures.example");
  return (q: string, filters: Partial<PictureQuery> = {}) =>
    find({ ...ALL, ...filters, q }).map(({ name }) => name);
}

test.each([
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
])("“%s” finds %s", (q, name) => {
  const find = libraryOf(
    ...[
      "Mountains over the sea",
      "Lighthouse at night",
      "Red tulips",
      "Old universities",
      "Crème in der Straße",
      "港の写真",
    ].map((each, i) => aPictureRecord({ id: `p${i}`, name: each })),
  );
  expect(find(q)).toEqual([name]);
});

test("every word is required, and only the last may be a beginning", () => {
  const find = libraryOf(aPictureRecord({ name: "Lighthouse at night" }));
  expect(find("lighthouse snow")).toEqual([]);
  expect(find("lightho night")).toEqual([]);
  expect(find("night lightho")).toEqual(["Lighthouse at night"]);
});

test("small words count when there are no others", () => {
  const find = libraryOf(aPictureRecord({ name: "To the sea" }), aPictureRecord({ name: "Barn" }));
  expect(find("the")).toEqual(["To the sea"]);
});

test("a name comes before keywords, and keywords before a folder", () => {
  const find = libraryOf(
    aPictureRecord({ name: "One", folder: "sea" }),
    aPictureRecord({ name: "Two", keywords: ["sea"] }),
    aPictureRecord({ name: "Three at sea with many other words in its long long name" }),
  );
  expect(find("sea")).toEqual([
    "Three at sea with many other words in its long long name",
    "Two",
    "One",
  ]);
});

test("words may be spread over name, keywords and folder", () => {
  const find = libraryOf(aPictureRecord({ name: "Boats", keywords: ["sea"], folder: "Norway" }));
  expect(find("norway sea boats")).toEqual(["Boats"]);
});

test("equal pictures stay in the order in which they came", () => {
  const names = Array.from({ length: 30 }, (_, i) => `Sea ${i + 10}`);
  const find = libraryOf(...names.map((name) => aPictureRecord({ name })));
  expect(find("sea", { count: 20 })).toEqual(names.slice(0, 20));
});

test("an exact name comes first, however many older pictures match", () => {
  const older = Array.from({ length: 2_100 }, (_, i) => aPictureRecord({ name: `Sea view ${i}` }));
  const find = libraryOf(
    ...older,
    aPictureRecord({ name: "Sea" }),
    aPictureRecord({ name: "SEA!" }),
  );
  expect(find("sea", { count: 3 }).slice(0, 2)).toEqual(["Sea", "SEA!"]);
  expect(find("sea", { count: 3, site: "other.example" })).toEqual([]);
});

test("what is asked for is found in full, however many stand in a better rank", () => {
  const named = Array.from({ length: 8 }, (_, i) => aPictureRecord({ name: `Sea ${i}` }));
  const tagged = Array.from({ length: 8 }, (_, i) =>
    aPictureRecord({ name: `Boat ${i}`, keywords: ["sea"] }),
  );
  const find = libraryOf(...tagged, ...named);
  const names = find("sea", { count: 12 });
  expect(names.slice(0, 8).every((name) => name.startsWith("Sea"))).toBe(true);
  expect(names).toHaveLength(12);
  expect(new Set(names).size).toBe(12);
});

test("strict shows only what is fit for everyone, moderate shows both", () => {
  const find = libraryOf(
    aPictureRecord({ name: "Sea spider", rating: "moderate" }),
    aPictureRecord({ name: "Sea star" }),
  );
  expect(find("sea", { safesearch: "strict" })).toEqual(["Sea star"]);
  expect(find("sea", { safesearch: "moderate" })).toHaveLength(2);
});

test("transparent leaves out pictures with transparent pixels", () => {
  const find = libraryOf(
    aPictureRecord({ name: "Sea cut out", isTransparent: true }),
    aPictureRecord({ name: "Sea" }),
  );
  expect(find("sea", { transparent: true })).toEqual(["Sea"]);
});

test("site means the host and what is below it", () => {
  const find = libraryOf(
    aPictureRecord({ name: "Sea a", host: "harbour.example" }),
    aPictureRecord({ name: "Sea b", host: "photos.harbour.example" }),
    aPictureRecord({ name: "Sea c", host: "notharbour.example" }),
    aPictureRecord({ name: "Sea d", host: null }),
  );
  expect(find("sea", { site: "harbour.example" })).toEqual(["Sea a", "Sea b"]);
  expect(find("sea", { site: "pictures.example" })).toEqual(["Sea d"]);
  expect(find("sea", { site: "example" })).toHaveLength(4);
});

test("no text is an error, and text without words finds nothing", () => {
  const find = libraryOf(aPictureRecord({ name: "Sea" }));
  for (const q of ['"', "*", "😀", "( - ) ^ :", "\u0000", "''; DROP TABLE pictures", "^"]) {
    expect(find(q)).toEqual([]);
  }
  for (const q of ['"sea"', "sea*", "name:sea", "sea NOT boat", "NEAR(sea boat)", "sea OR x"]) {
    expect(() => find(q)).not.toThrow();
  }
  expect(find('"sea*"')).toEqual(["Sea"]);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (q) => {
      expect(find(q).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});

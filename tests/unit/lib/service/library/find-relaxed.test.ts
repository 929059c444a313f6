import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { findRelaxed } from "@/lib/service/library/find-relaxed";
import type { LibraryQuery } from "@/lib/state/library-store";
import { openMemoryLibrary } from "@/lib/state/open-library";
import { aPictureRecord, savePictures } from "@/tests/support/databases/picture-records";

const ALL = {
  ...DEFAULT_FILTERS,
  count: 10,
  isOwnSite: false,
} as const;

async function relaxing(...records: ReturnType<typeof aPictureRecord>[]) {
  const library = openMemoryLibrary();
  onTestFinished(() => library.close());
  await savePictures(library, records);
  return async (q: string, filters: Partial<LibraryQuery> = {}) => {
    const found = await findRelaxed(library, { ...ALL, ...filters, q });
    return found && { names: found.pictures.map(({ name }) => name), ...found.relaxed };
  };
}

const SEA = aPictureRecord({ name: "Calm sea" });
const STORM = aPictureRecord({ name: "Stormy sea" });
const LAKE = aPictureRecord({ name: "Mountain lake" });
const PEAK = aPictureRecord({ name: "Snowy peak", keywords: ["mountains"], host: "a.example" });

test("a word that no picture has is dropped", async () => {
  const find = await relaxing(SEA, LAKE);
  expect(await find("zebra lake")).toEqual({
    names: ["Mountain lake"],
    words: ["lake"],
    match: "all",
  });
});

test("a word that no picture has is replaced by one with another spelling", async () => {
  const find = await relaxing(SEA, LAKE, PEAK);
  expect(await find("mountian")).toMatchObject({ words: ["mountain"], match: "all" });
  expect(await find("Lake mountian")).toEqual({
    names: ["Mountain lake"],
    words: ["Lake", "mountain"],
    match: "all",
  });
});

test.each(["½ zebra mountain", "\u0301 zebra mountain"])(
  "%j drops words that no picture has",
  async (q) => {
    const find = await relaxing(SEA, LAKE, PEAK);
    expect(await find(q)).toMatchObject({ words: ["mountain"], match: "all" });
  },
);

test("a correction is a word of a picture that the filters allow, not a stem of the index", async () => {
  const find = await relaxing(
    aPictureRecord({ name: "Two-handled vase" }),
    aPictureRecord({ name: "Handsome cat", rating: "moderate" }),
  );
  expect(await find("handsone")).toBeNull();
  expect(await find("handl")).toMatchObject({ names: ["Two-handled vase"] });
  expect(await find("handx")).toBeNull();
});

test("if no picture has all words, the most common word is dropped first", async () => {
  const find = await relaxing(SEA, STORM, LAKE);
  expect(await find("sea lake")).toEqual({
    names: ["Mountain lake"],
    words: ["lake"],
    match: "all",
  });
});

test("a sentence finds pictures with most of its words, ignoring function words", async () => {
  const find = await relaxing(
    SEA,
    aPictureRecord({ name: "Lighthouse and stormy waves" }),
    aPictureRecord({ name: "Red lighthouse on a cliff", keywords: ["sea", "stormy"] }),
    ...["Show me", "Barn", "Tulips", "Old town", "Cat", "Owl"].map((name) =>
      aPictureRecord({ name }),
    ),
  );
  expect(
    await find(
      "Please show me a picture of a red lighthouse above the stormy sea at sunset in snow",
    ),
  ).toMatchObject({
    words: ["red", "lighthouse", "stormy", "sea"],
    match: "all",
  });
  expect(await find("a calm lighthouse, red or stormy")).toEqual({
    names: ["Red lighthouse on a cliff", "Lighthouse and stormy waves", "Calm sea"],
    words: ["calm", "lighthouse", "red", "stormy"],
    match: "any",
  });
});

test("filters still apply, and text without words finds nothing", async () => {
  const find = await relaxing(SEA, LAKE, PEAK);
  expect(await find("zebra mountains", { site: "a.example" })).toMatchObject({
    names: ["Snowy peak"],
  });
  expect(await find("zebra lake", { site: "a.example" })).toBeNull();
  expect(await find("🌊 !")).toBeNull();
});

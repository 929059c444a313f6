import { expect, test } from "vitest";
import { createVocabulary } from "@/lib/core/finding/vocabulary";
import { readDictionary } from "@/lib/service/finding/read-dictionary";

const WORDS =
  `apple boats bread car cat cello church cloud coffee dog fish flowers forest guitar hammer
  horse house lake lion mice mountain pepper piano river road rose ship snow street sunset tree truck
  violin window`.split(/\s+/);
const dictionary = readDictionary();
const vocabulary = createVocabulary(
  WORDS.map((word, i) => [word, i + 1]),
  dictionary,
);

test.each([
  ["automobile", ["car"]],
  ["instruments", ["cello", "guitar", "piano", "violin"]],
  ["animals", ["cat", "dog", "horse", "lion"]],
  ["spice", ["pepper"]],
  ["mouse", []],
])("of these words, %s is related to %j", (word, related) => {
  expect(vocabulary.relatedTo(word)).toEqual(expect.arrayContaining(related));
});

test("at most 12 words are related, never the word itself or one of its forms", () => {
  expect(vocabulary.relatedTo("animal").length).toBeLessThanOrEqual(12);
  expect(vocabulary.relatedTo("mouse")).not.toContain("mice");
  expect(vocabulary.relatedTo("boat")).not.toContain("boats");
});

test("a word that the dictionary lacks has none", () => {
  expect(vocabulary.relatedTo("qzxvkw")).toEqual([]);
  expect(vocabulary.relatedTo("写真")).toEqual([]);
  expect(createVocabulary([["car", 1]], null).relatedTo("automobile")).toEqual([]);
});

test("words are counted with their inflections, and found by their beginnings", () => {
  const library = createVocabulary(
    [
      ["mouse", 2],
      ["mice", 3],
      ["写真", 4],
      ["真集", 1],
    ],
    null,
  );
  expect(library.countOf({ tokens: ["mice"], stem: "mous" })).toBe(5);
  expect(library.countOf({ tokens: ["写真", "真集"], stem: "写真集" })).toBe(1);
  expect(library.countOf({ tokens: ["cat"], stem: "cat" })).toBe(0);
  expect(library.hasBeginning("mou")).toBe(true);
  expect(library.hasBeginning("mu")).toBe(false);
});

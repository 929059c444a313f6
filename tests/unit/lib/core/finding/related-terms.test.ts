import { expect, test } from "vitest";
import { stemOf } from "@/lib/core/finding/index-terms";
import { createVocabulary } from "@/lib/core/finding/vocabulary";
import { readDictionary } from "@/lib/service/finding/read-dictionary";

const WORDS =
  `apple aurora boats bread car cat cello church cloud coffee crane customs dog dogs fish flowers forest
  guitar hammer horse house lake lettuce lion mice mountain nautilus office pepper piano plane police
  river road rose ship snow string street sundown swallowtail tree truck turtle violin window wood`.split(
    /\s+/,
  );
const dictionary = readDictionary();
const vocabulary = createVocabulary(
  WORDS.map((word, i) => [word, i + 1]),
  dictionary,
);

test.each([
  ["automobile", ["car"], []],
  ["airplanes", ["plane"], []],
  ["sunset", ["sundown"], []],
  ["animals", [], ["cat", "dog", "dogs", "horse", "lion", "mice"]],
  ["vehicle", [], ["car", "truck", "ship", "boats"]],
  ["beverage", [], ["coffee"]],
  ["dog", [], []],
  ["lion", [], []],
  ["wood", ["forest"], []],
  ["money", [], []],
  ["submarine", [], []],
  ["clothing", [], []],
  ["dawn", [], []],
  ["sunrise", [], []],
  ["tax", [], []],
  ["botany", [], []],
  ["bureau", [], []],
  ["guitar", [], []],
])("of these words, %s has the synonyms %j and the kinds %j", (word, synonyms, kinds) => {
  const related = vocabulary.relatedTo(word);
  expect(related.synonyms.sort()).toEqual(synonyms.sort());
  expect(related.kinds).toEqual(expect.arrayContaining(kinds));
  if (kinds.length === 0) expect(related.kinds).toEqual([]);
});

test("a word for nearly everything has no kinds", () => {
  expect(vocabulary.relatedTo("object")).toEqual({ synonyms: [], kinds: [] });
  expect(vocabulary.relatedTo("entity")).toEqual({ synonyms: [], kinds: [] });
});

test("a word that the dictionary lacks has no related words", () => {
  const none = { synonyms: [], kinds: [] };
  expect(vocabulary.relatedTo("qzxvkw")).toEqual(none);
  expect(vocabulary.relatedTo("写真")).toEqual(none);
  expect(createVocabulary([["car", 1]], null).relatedTo("automobile")).toEqual(none);
});

test("what is most like a word is what it is a kind of, and the other kinds of that", () => {
  expect(vocabulary.nearTo("wolf")).toEqual(["dogs"]);
  expect(vocabulary.nearTo("tiger")).toEqual(["lion", "cat"]);
  expect(vocabulary.nearTo("democracy")).toEqual([]);
});

test("what is near a word is of the same sort", () => {
  const things = createVocabulary(
    [
      ["coin", 3],
      ["scales", 3],
    ],
    dictionary,
  );
  expect(things.nearTo("money")).toEqual(["coin"]);
});

test.each(["cat", "mice", "cities", "running", "bigger", "prettiest", "paris", "tipped"])(
  "%s is spelled right",
  (word) => {
    expect(vocabulary.knows(word)).toBe(true);
  },
);

test.each(["catt", "tiping", "gamerx", "写真", ""])("%j is not known", (word) => {
  expect(vocabulary.knows(word)).toBe(false);
});

test("words are counted with their inflections, and found by their beginnings", () => {
  const library = createVocabulary(
    [
      ["mouse", 2],
      ["mice", 3],
      [`\ue000${stemOf("mouse")}`, 5],
      ["写真", 4],
      ["真集", 1],
    ],
    null,
  );
  expect(library.countOf({ tokens: ["mice"], stem: stemOf("mice") })).toBe(5);
  expect(library.countOf({ tokens: ["mice"], stem: null })).toBe(3);
  expect(library.countOf({ tokens: ["写真", "真集"], stem: "写真集" })).toBe(1);
  expect(library.countOf({ tokens: ["cat"], stem: "cat" })).toBe(0);
  expect(library.beginningWith("mo", 3)).toEqual(["mouse"]);
  expect(library.beginningWith("mu", 3)).toEqual([]);
});

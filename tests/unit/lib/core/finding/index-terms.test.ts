import { expect, test } from "vitest";
import { foldText } from "@/lib/core/finding/fold-text";
import { indexedText, stemOf, termsOf, wordsOf } from "@/lib/core/finding/index-terms";
import { IRREGULAR_BASES } from "@/lib/core/finding/irregular-forms";

test.each([
  ["Crème Brûlée", "creme brulee"],
  ["STRASSE", "strasse"],
  ["Straße", "strasse"],
  ["ﬁeld ﬂower", "field flower"],
  ["Ｗｉｄｅ", "wide"],
  ["İstanbul ısı", "istanbul isi"],
  ["Øresund Łódź", "oresund lodz"],
  ["ΟΔΟΣ", "οδοσ"],
  ["がぎ", "がぎ"],
])("%s is written %s in the index", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("folding twice changes nothing", () => {
  for (const text of ["Ǆ ß ﬀ İ", "Ǖ ᾳ ŉ", "한국어 ไทย हिन्दी"]) {
    expect(foldText(foldText(text))).toBe(foldText(text));
  }
});

test("words end at any character other than a letter, digit or mark", () => {
  expect(termsOf('red-barn_in "snow" (2) 😀').map(({ tokens }) => tokens)).toEqual([
    ["red"],
    ["barn"],
    ["in"],
    ["snow"],
    ["2"],
  ]);
});

test("a script without spaces is cut into pairs of characters", () => {
  expect(termsOf("港の写真 boat").map(({ tokens }) => tokens)).toEqual([
    ["港の", "の写", "写真"],
    ["boat"],
  ]);
  expect(termsOf("강아지가 ไทย 猫").map(({ tokens }) => tokens)).toEqual([
    ["강아", "아지", "지가"],
    ["ไท", "ทย"],
    ["猫"],
  ]);
});

test("the index holds the tokens in their order, and then stems, parts and single characters", () => {
  expect(indexedText("Old Universities")).toBe("old universities univers");
  expect(indexedText("barn")).toBe("barn");
  expect(indexedText("FallenLeaf tree")).toBe("fallenleaf tree fallen leaf");
  expect(indexedText("港の写真")).toBe("港の の写 写真 港 の 写 真");
});

test.each([
  ["FallenLeaf", "fallenleaf fallen leaf"],
  ["HTMLPage", "htmlpage html page"],
  ["Flower10", "flower10 flower 10"],
  ["IMG_2041", "img 2041"],
  ["025quarter", "025quarter 025 quarter"],
  ["ÉtéChaud", "etechaud ete chaud"],
  ["USA red-barn", "usa red barn"],
  ["3f9a0c7e", "3f9a0c7e"],
])("%s is found by %s", (text, words) => {
  expect(wordsOf(text).join(" ")).toBe(words);
});

test.each([
  ["mice", "mouse"],
  ["leaves", "leaf"],
  ["children", "child"],
  ["feet", "foot"],
  ["went", "go"],
  ["flew", "fly"],
])("%s is a form of %s", (form, base) => {
  expect(stemOf(form)).toBe(stemOf(base));
});

test.each(["saw", "left", "found", "media"])("%s is a word of its own", (word) => {
  expect(IRREGULAR_BASES.has(word)).toBe(false);
});

test("a word with many combining marks is cut into parts in linear time", () => {
  const word = `a${"\u0591".repeat(1_990)}`;
  const before = process.cpuUsage();
  indexedText(Array(200).fill(word).join(" "));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(4_000);
});

test("what is indexed of a text is bounded, even if folding makes it much longer", () => {
  expect(indexedText("\ufdfa ".repeat(40_000))).toHaveLength(100_000);
});

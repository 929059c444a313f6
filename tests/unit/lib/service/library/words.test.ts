import { expect, test } from "vitest";
import { foldText, indexText, wordsOf } from "@/lib/service/library/words";

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

test("words are cut at everything that is no letter, digit or mark", () => {
  expect(wordsOf('red-barn_in "snow" (2) 😀').map(({ tokens }) => tokens)).toEqual([
    ["red"],
    ["barn"],
    ["in"],
    ["snow"],
    ["2"],
  ]);
});

test("a script without spaces is cut into characters", () => {
  expect(wordsOf("港の写真 boat").map(({ tokens }) => tokens)).toEqual([
    ["港", "の", "写", "真"],
    ["boat"],
  ]);
});

test("the index holds a word and its stem, so that whole words and beginnings are found", () => {
  expect(indexText("Universities")).toBe("universities univers");
  expect(indexText("barn")).toBe("barn");
});

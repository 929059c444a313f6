import { expect, test } from "vitest";
import { exactTerm, indexedText, termsOf, wordTerm } from "@/lib/core/finding/index-terms";
import { hasTerm, rankByName } from "@/lib/core/finding/rank-candidates";

const aCandidate = (number: number, nameTokens: string, text = nameTokens) => ({
  number,
  nameTokens,
  text: indexedText(text),
});
const numbersOf = (candidates: { number: number }[]) => candidates.map(({ number }) => number);

test("a text has a term by its stem, as a phrase, and by a beginning where that may be", () => {
  const has = (text: string, q: string, isBeginning = false) =>
    termsOf(q).every((term) => hasTerm(indexedText(text), { ...term, isBeginning, others: [] }));
  expect(has("Old universities", "university")).toBe(true);
  expect(has("Old universities", "univ")).toBe(false);
  expect(has("Old universities", "univ", true)).toBe(true);
  expect(has("Old universities", "versities", true)).toBe(false);
  expect(has("港の写真", "写真")).toBe(true);
  expect(has("港の写真", "真写")).toBe(false);
  expect(has("", "sea", true)).toBe(false);
});

test("a word without its inflections is not found by its stem", () => {
  expect(hasTerm(indexedText("Flowers"), exactTerm(["flower"]))).toBe(false);
  expect(hasTerm(indexedText("Flower"), exactTerm(["flower"]))).toBe(true);
  expect(hasTerm(indexedText("A painting"), exactTerm(["paint"]))).toBe(false);
  expect(hasTerm(indexedText("A ferry"), exactTerm(["boat"], ["ferry"]))).toBe(true);
});

test("shorter names come first, and equal ones stay in the order of import", () => {
  const candidates = [
    aCandidate(3, "sea view"),
    aCandidate(1, "a wide sea view"),
    aCandidate(2, "sea view"),
    aCandidate(9, "sea"),
  ];
  expect(numbersOf(rankByName(candidates, [wordTerm("sea")]))).toEqual([9, 2, 3, 1]);
});

test("words in the name come before keywords, and in their order before others", () => {
  const candidates = [
    aCandidate(1, "barn", "barn red"),
    aCandidate(2, "barn with red doors"),
    aCandidate(3, "an old red barn"),
    aCandidate(4, "reds of barns"),
  ];
  const terms = [wordTerm("red"), wordTerm("barn")];
  expect(numbersOf(rankByName(candidates, terms))).toEqual([3, 4, 2, 1]);
});

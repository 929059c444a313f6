import { expect, test } from "vitest";
import { indexedText, termsOf } from "@/lib/core/finding/index-terms";
import { hasTerm, rankByName } from "@/lib/core/finding/rank-candidates";

const aCandidate = (number: number, nameTokens: string, text = nameTokens) => ({
  number,
  nameTokens,
  text: indexedText(text),
});
const numbersOf = (candidates: { number: number }[]) => candidates.map(({ number }) => number);

test("a text has a term by its stem, as a phrase, and by a beginning where that may be", () => {
  const has = (text: string, q: string, isBeginning = false) =>
    termsOf(q).every((term) => hasTerm(indexedText(text), { ...term, isBeginning }));
  expect(has("Old universities", "university")).toBe(true);
  expect(has("Old universities", "univ")).toBe(false);
  expect(has("Old universities", "univ", true)).toBe(true);
  expect(has("Old universities", "versities", true)).toBe(false);
  expect(has("港の写真", "写真")).toBe(true);
  expect(has("港の写真", "真写")).toBe(false);
  expect(has("", "sea", true)).toBe(false);
});

test("shorter names come first, and equal ones stay in the order of import", () => {
  const candidates = [
    aCandidate(3, "sea view"),
    aCandidate(1, "a wide sea view"),
    aCandidate(2, "sea view"),
    aCandidate(9, "sea"),
  ];
  expect(numbersOf(rankByName(candidates))).toEqual([9, 2, 3, 1]);
});

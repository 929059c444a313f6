import { expect, test } from "vitest";
import { suggestionsFor } from "@/lib/core/finding/suggestions";

const aPicture = (name: string, ...keywords: string[]) => ({ name, keywords });
const PICTURES = [
  aPicture("Mountain lake"),
  aPicture("Mountains at dawn", "mountain", "Möwe"),
  aPicture("Red mountain", "monument"),
  aPicture(`Mountain ${"very ".repeat(20)}high`),
];

test("the last word is completed, the most frequent completion first, and then names follow", () => {
  expect(suggestionsFor("moun", PICTURES)).toEqual([
    "mountain",
    "mountains",
    "Mountain lake",
    "Mountains at dawn",
  ]);
  expect(suggestionsFor("Calm Mou", PICTURES).slice(0, 2)).toEqual([
    "Calm mountain",
    "Calm mountains",
  ]);
});

test("accents and case do not matter, and the text itself is no suggestion", () => {
  expect(suggestionsFor("mow", PICTURES)).toEqual(["möwe"]);
  expect(suggestionsFor("MOUNTAIN LAKE", PICTURES)).toEqual([]);
  expect(suggestionsFor("mountain l", PICTURES)).toEqual(["mountain lake"]);
});

test("there are at most eight, with room for names", () => {
  const many = Array.from({ length: 20 }, (_, i) => aPicture(`Sea${i} view`));
  const found = suggestionsFor("sea", many);
  expect(found).toHaveLength(8);
  expect(found.filter((text) => text.endsWith("view"))).toHaveLength(2);
});

test.each(["", " ", "!", "x"])("%j has no completion", (text) => {
  expect(suggestionsFor(text, PICTURES)).toEqual([]);
});

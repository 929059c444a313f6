import fc from "fast-check";
import { expect, test } from "vitest";
import { createSpelling } from "@/lib/core/finding/spelling";

const spelling = createSpelling([
  ["mountain", 40],
  ["fountain", 50],
  ["flowers", 9],
  ["flower", 8],
  ["hands", 3],
  ["bands", 30],
  ["boat", 5],
  ["universities", 1],
  ["гора", 2],
]);

test.each([
  ["mountian", "mountain", "two letters swapped"],
  ["moutain", "mountain", "a letter left out"],
  ["mountaiin", "mountain", "a letter added"],
  ["mountein", "mountain", "another letter"],
  ["nountain", "fountain", "another first letter: the most frequent word"],
  ["flwoers", "flowers", "two letters swapped in a shorter word"],
  ["baot", "boat", "a word of four letters"],
  ["oat", "boat", "a letter left out of a word of four"],
  ["hannds", "hands", "the same first letter before a more frequent word"],
  ["unversitise", "universities", "two edits of a long word"],
  ["гоора", "гора", "another script"],
])("%s is corrected to %s: %s", (word, right) => {
  expect(spelling.correctionsOf(word)[0]).toBe(right);
});

test.each(["qzxvk", "bxt", "bo", "boat", "fluwrs", "img2041", ""])(
  "%s has no correction",
  (word) => {
    expect(spelling.correctionsOf(word)).toEqual([]);
  },
);

test("every word with one edit finds the word", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."abcdefg"), minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(letters, fc.nat(), fc.constantFrom(..."abcz"), (word, place, letter) => {
      const at = place % word.length;
      const edits = [
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + letter + word.slice(at + 1),
        word.slice(0, at) +
          word
            .slice(at, at + 2)
            .split("")
            .reverse()
            .join("") +
          word.slice(at + 2),
      ];
      const one = createSpelling([[word, 1]]);
      for (const edited of edits.filter((each) => each !== word)) {
        expect(one.correctionsOf(edited)).toEqual([word]);
      }
    }),
  );
});

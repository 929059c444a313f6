import { expect, test } from "vitest";
import { oneEditFrom } from "@/lib/service/spelling";

test.each([
  ["mountian", "mountain", "two letters swapped"],
  ["moutain", "mountain", "a letter left out"],
  ["mountaiin", "mountain", "a letter added"],
  ["mountein", "mountain", "another letter"],
  ["nountain", "mountain", "another first letter of a long word"],
  ["Flwoers", "flowers", "upper case"],
  ["гоора", "гора", "another script"],
])("%s is one edit from %s: %s", (word, right) => {
  expect(oneEditFrom(word)).toContain(right);
});

test("a word of four letters has only swaps, a shorter word nothing", () => {
  expect(oneEditFrom("baot")).toEqual(["boat", "bato"]);
  expect(oneEditFrom("tide")).not.toContain("tile");
  expect(oneEditFrom("sae")).toEqual([]);
});

test("the first letter of a short word stays, and the word itself is not an edit", () => {
  expect(oneEditFrom("hands")).not.toContain("bands");
  expect(oneEditFrom("green")).not.toContain("green");
});

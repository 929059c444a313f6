import fc from "fast-check";
import { expect, test } from "vitest";
import { matchExpression } from "@/lib/service/library/match-expression";

/** How many tokens an expression makes the index look up; a beginning repeats its word. */
function tokenCount(expression: string | null): number {
  const looked = (expression ?? "").replace(/ OR "[^"]*"\*/g, "");
  return [...looked.matchAll(/"([^"]*)"/g)].flatMap(([, phrase = ""]) => phrase.split(" ")).length;
}

test("no text makes the index look up more than 24 tokens", () => {
  const letters = Array.from({ length: 100 }, (_, i) => `letter${i}`);
  expect(tokenCount(matchExpression(letters.join(" ")))).toBe(24);
  expect(tokenCount(matchExpression("の".repeat(200)))).toBe(24);
  expect(tokenCount(matchExpression("㌖".repeat(200)))).toBe(24);
  const part = fc.constantFrom("red", "sea ", "写真", "㌖", "の ", "a ", "x1 ", " ", "ß", "\ufdfa");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
      expect(tokenCount(matchExpression(parts.join("")))).toBeLessThanOrEqual(24);
    }),
  );
});

test("a word that is written again costs nothing, and leaves room for the others", () => {
  expect(matchExpression(`${"sea ".repeat(60)}boat now`)).toBe(matchExpression("sea boat now"));
});

test("a run of characters that is too long is asked for by its beginning", () => {
  expect(matchExpression("写".repeat(30))).toBe(`"${Array(24).fill("写").join(" ")}"`);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, indexedText, matchExpression, termsOf } from "@/lib/service/library/index-terms";

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
  expect(termsOf('red-barn_in "snow" (2) 😀').map(({ tokens }) => tokens)).toEqual([
    ["red"],
    ["barn"],
    ["in"],
    ["snow"],
    ["2"],
  ]);
});

test("a script without spaces is cut into characters", () => {
  expect(termsOf("港の写真 boat").map(({ tokens }) => tokens)).toEqual([
    ["港", "の", "写", "真"],
    ["boat"],
  ]);
});

test("the index holds a word and its stem, so that whole words and beginnings are found", () => {
  expect(indexedText("Universities")).toBe("universities univers");
  expect(indexedText("barn")).toBe("barn");
});

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

import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "@/lib/core/finding/fold-text";
import { indexedText, queryTerms, stemOf, termsOf, wordsOf } from "@/lib/core/finding/index-terms";
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

/** Returns how many tokens a query looks up in the index. */
function tokenCount(query: string): number {
  return queryTerms(query).flatMap(({ tokens }) => tokens).length;
}

test("no query looks up more than 24 tokens", () => {
  const letters = Array.from({ length: 100 }, (_, i) => `letter${i}`);
  expect(tokenCount(letters.join(" "))).toBe(24);
  expect(tokenCount("の".repeat(200))).toBe(24);
  expect(tokenCount("㌖".repeat(200))).toBe(24);
  const part = fc.constantFrom("red", "sea ", "写真", "㌖", "の ", "a ", "x1 ", " ", "ß", "\ufdfa");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
      expect(tokenCount(parts.join(""))).toBeLessThanOrEqual(24);
    }),
  );
});

test("a repeated word costs nothing, and leaves room for the others", () => {
  expect(queryTerms(`${"sea ".repeat(60)}boat now`)).toEqual(queryTerms("sea boat now"));
});

test("a run of characters that is too long is asked for by its beginning", () => {
  expect(queryTerms("写".repeat(30))[0]?.tokens).toEqual(Array(24).fill("写写"));
  const [last] = queryTerms(
    `${"x1 x2 x3 x4 x5 x6 x7 x8 x9 y1 y2 y3 y4 y5 y6 y7 y8 y9 z1 z2 z3 z4 z5"} 港写真`,
  ).slice(-1);
  expect(last).toEqual({ tokens: ["港写"], stem: "港写", isBeginning: false });
});

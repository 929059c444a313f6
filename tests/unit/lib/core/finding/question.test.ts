import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Attempt,
  asTypedAttempts,
  helpfulAttempts,
  readQuestion,
} from "@/lib/core/finding/question";
import { createVocabulary } from "@/lib/core/finding/vocabulary";
import { readDictionary } from "@/lib/service/finding/read-dictionary";

const EMPTY = createVocabulary([], null);
const LIBRARY = createVocabulary(
  [
    ["mountain", 40],
    ["lake", 10],
    ["sea", 60],
    ["stormy", 4],
    ["lighthouse", 2],
    ["flower", 9],
  ],
  null,
);

function attempts(text: string, vocabulary = LIBRARY): Attempt[] {
  const question = readQuestion(text);
  return [...asTypedAttempts(question), ...helpfulAttempts(question, vocabulary)];
}

/** The attempts as lines: kind, words, and `*` for a beginning. */
function linesOf(text: string, vocabulary = LIBRARY): string[] {
  return attempts(text, vocabulary).map(lineOf);
}

function lineOf({ kind, terms, colour }: Attempt): string {
  const words = terms.map(({ tokens, isBeginning }) => tokens.join("+") + (isBeginning ? "*" : ""));
  return [kind, ...(colour === null ? [] : [`(${colour})`]), ...words].join(" ");
}

test("words are searched whole, and then the last one as a beginning", () => {
  expect(linesOf("Stormy sea")).toEqual([
    "whole stormy sea",
    "beginning stormy sea*",
    "fewer stormy",
    "fewer sea",
  ]);
  expect(linesOf("sea")).toEqual(["whole sea", "beginning sea*"]);
});

test("exact questions are searched as typed only", () => {
  const tried = asTypedAttempts(readQuestion("stormy mountian"));
  expect(tried.map(lineOf)).toEqual(["whole stormy mountian", "beginning stormy mountian*"]);
});

test("a word that is written together is searched as typed, and then by its parts", () => {
  expect(linesOf("FallenLeaf", EMPTY).slice(0, 3)).toEqual([
    "whole fallenleaf",
    "whole fallen leaf",
    "beginning fallenleaf*",
  ]);
});

test("a misspelt word is replaced by a word of the library, and the change is named", () => {
  const [, , corrected] = attempts("lake Mountian");
  expect(corrected).toMatchObject({
    kind: "corrected",
    terms: [{ tokens: ["lake"] }, { tokens: ["mountain"] }],
    changes: [{ kind: "corrected", from: "Mountian", to: "mountain" }],
  });
});

test("a word that has related words in the library is corrected last", () => {
  const words = [
    ["space", 9],
    ["pepper", 1],
  ] as const;
  expect(linesOf("spice", createVocabulary(words, readDictionary()))).toEqual([
    "whole spice",
    "beginning spice*",
    "related pepper",
    "corrected space",
  ]);
});

test("words that the library writes together or apart are found", () => {
  const library = createVocabulary(
    [
      ["firetruck", 1],
      ["red", 3],
      ["ping", 1],
      ["pong", 2],
    ],
    null,
  );
  expect(linesOf("red fire truck", library)[2]).toBe("corrected red firetruck");
  expect(linesOf("pingpong", library)[2]).toBe("corrected ping+pong");
});

test("filler goes first, then words that no picture has, then the most common one", () => {
  expect(linesOf("please show me a photo of a stormy sea with a lighthouse qzxvk")).toEqual([
    "whole please show me photo stormy sea lighthouse qzxvk",
    "beginning please show me photo stormy sea lighthouse qzxvk*",
    "fewer stormy sea lighthouse qzxvk",
    "fewer stormy sea lighthouse",
    "fewer stormy lighthouse",
    "fewer sea lighthouse",
    "fewer stormy sea",
    "fewer lighthouse",
    "fewer stormy",
    "fewer sea",
  ]);
});

test("what is left out is named", () => {
  const fewer = attempts("zebra, please: lake").filter(({ kind }) => kind === "fewer");
  expect(fewer.at(-1)?.changes).toEqual([
    { kind: "omitted", from: "zebra", to: null },
    { kind: "omitted", from: "please", to: null },
  ]);
});

test("a colour may be that of the picture", () => {
  expect(linesOf("rote flower")).toContain("colour (red) flower");
  expect(linesOf("red")).not.toContain("colour (red)");
});

test("words in quotes are a phrase, or one word as it is written", () => {
  expect(readQuestion('old "red barn" “flowers”').words.map(({ term }) => term)).toEqual([
    { tokens: ["old"], stem: "old", isBeginning: false },
    { tokens: ["red", "barn"], stem: "red barn", isBeginning: false },
    { tokens: ["flowers"], stem: "flowers", isBeginning: false },
  ]);
  expect(linesOf('"stormy mountian"')).toEqual(["whole stormy+mountian"]);
  expect(linesOf('"stormy sea" lake')).toEqual([
    "whole stormy+sea lake",
    "beginning stormy+sea lake*",
    "fewer stormy+sea",
  ]);
});

test("a hyphen before a word or a phrase leaves pictures out", () => {
  const { words, without } = readQuestion('sea -stormy -"red barn" black-and-white - x');
  expect(words.map(({ text }) => text)).toEqual(["sea", "black", "white", "x"]);
  expect(without.map(({ tokens }) => tokens)).toEqual([["stormy"], ["red", "barn"]]);
  const [first] = attempts("sea -stormy");
  expect(first).toMatchObject({ terms: [{ tokens: ["sea"] }], without: [{ tokens: ["stormy"] }] });
  expect(readQuestion("-sea").words.map(({ text }) => text)).toEqual(["sea"]);
});

test.each(["", " ! ", '""', "🌊", "-", '"'])("%j has no words, and nothing is searched", (text) => {
  expect(linesOf(text)).toEqual([]);
});

test("a word that no library can have leads to nothing but its own search", () => {
  expect(linesOf("qzxvkw")).toEqual(["whole qzxvkw", "beginning qzxvkw*"]);
});

test("a question has at most 24 tokens", () => {
  const tokens = readQuestion(
    "a1 b2 c3 d4 写真の港 ".repeat(9) + "w ".repeat(50) + [..."zyxvutsrqponmkjihgfe"].join(" "),
  ).words.flatMap(({ term }) => term.tokens);
  expect(tokens.length).toBeLessThanOrEqual(24);
});

/** Returns the terms that a question looks up in the index. */
const termsIn = (text: string) => readQuestion(text).words.map(({ term }) => term);
const tokenCount = (text: string) => termsIn(text).flatMap(({ tokens }) => tokens).length;

test("no question looks up more than 24 tokens", () => {
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
  expect(termsIn(`${"sea ".repeat(60)}boat now`)).toEqual(termsIn("sea boat now"));
});

test("a run of characters that is too long is asked for by its beginning", () => {
  expect(termsIn("写".repeat(30))[0]?.tokens).toEqual(Array(24).fill("写写"));
  const [last] = termsIn(
    `${"x1 x2 x3 x4 x5 x6 x7 x8 x9 y1 y2 y3 y4 y5 y6 y7 y8 y9 z1 z2 z3 z4 z5"} 港写真`,
  ).slice(-1);
  expect(last).toEqual({ tokens: ["港写"], stem: "港写", isBeginning: false });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Attempt,
  asTypedAttempts,
  matchingAttempts,
  offeredQuestions,
  readQuestion,
  relatedAttempts,
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
  const { full, sparing } = matchingAttempts(question, vocabulary);
  return [
    ...asTypedAttempts(question),
    ...full,
    ...sparing,
    ...relatedAttempts(question, vocabulary),
  ];
}

/** The attempts as lines, each once: words, and `*` for a beginning. */
function linesOf(text: string, vocabulary = LIBRARY): string[] {
  return [...new Set(attempts(text, vocabulary).map(lineOf))];
}

function lineOf({ terms, colour }: Attempt): string {
  const words = terms.map(
    ({ tokens, isBeginning, others }) =>
      [tokens.join("+"), ...others].join("|") + (isBeginning ? "*" : ""),
  );
  return [...(colour === null ? [] : [`(${colour})`]), ...words].join(" ");
}

const ENGLISH = createVocabulary(
  [
    ["space", 9],
    ["pepper", 1],
    ["dog", 4],
    ["dogs", 2],
    ["cat", 7],
    ["sea", 3],
  ],
  readDictionary(),
);

test("all words are searched, and no fewer", () => {
  expect(linesOf("Stormy sea")).toEqual(["stormy sea"]);
  expect(linesOf("sea qzxvk")).toEqual(["sea qzxvk"]);
});

test("while a person types, the last word may be the beginning of a word", () => {
  const tried = asTypedAttempts(readQuestion("stormy mountian"), true);
  expect(tried.map(lineOf)).toEqual(["stormy mountian", "stormy mountian*"]);
});

test("a word is searched as typed, and then in other spellings", () => {
  expect(linesOf("FallenLeaf", EMPTY)).toEqual(["fallenleaf", "fallen leaf"]);
  expect(linesOf("München", EMPTY)).toEqual(["munchen", "muenchen"]);
  expect(linesOf("C++", EMPTY)).toEqual(["c\ue001\ue001"]);
  expect(linesOf("AT&T", EMPTY)).toEqual(["at\ue003t"]);
});

test("a misspelt word is replaced by a word of the library, and the change is named", () => {
  const [, corrected] = attempts("lake mountian");
  expect(corrected).toMatchObject({
    terms: [{ tokens: ["lake"] }, { tokens: ["mountain"] }],
    changes: [{ kind: "corrected", from: "mountian", to: "mountain" }],
  });
});

test("a word that is spelled right is not corrected, but has synonyms and kinds", () => {
  expect(linesOf("spice", ENGLISH)).toEqual(["spice"]);
  expect(linesOf("spixce", ENGLISH)).toEqual(["spixce"]);
});

test("kinds are searched with all other words; what a word is a kind of is not", () => {
  expect(linesOf("animal sea", ENGLISH)).toEqual(["animal sea", "cat|dog|dogs sea"]);
  expect(linesOf("dog", ENGLISH)).toEqual(["dog"]);
  expect(linesOf('"animal" sea', ENGLISH)).toEqual(["animal sea"]);
});

test("words are joined or divided as the library writes them", () => {
  const library = createVocabulary(
    [
      ["firetruck", 1],
      ["red", 3],
      ["ping", 1],
      ["pong", 2],
    ],
    null,
  );
  expect(linesOf("red fire truck", library)[1]).toBe("red firetruck");
  expect(linesOf("pingpong", library)[1]).toBe("ping+pong");
});

test("only words that say nothing are left out: of requests, and then prepositions", () => {
  expect(linesOf("please show me a photo of a stormy sea with a lighthouse")).toEqual([
    "please show me photo stormy sea lighthouse",
    "stormy sea lighthouse",
  ]);
  expect(linesOf("no lake").at(-1)).toBe("no lake");
  expect(linesOf("lake under mountain")).toEqual(["lake under mountain", "lake mountain"]);
});

test("a colour may be that of the picture", () => {
  expect(linesOf("rote flower")).toContain("(red) flower");
  expect(linesOf("red")).not.toContain("(red)");
});

test("a question that finds nothing leads to the words that the library has", () => {
  const offered = (text: string, vocabulary = LIBRARY) =>
    offeredQuestions(readQuestion(text), vocabulary);
  expect(offered("stormy sea")).toEqual(["stormy", "sea"]);
  expect(offered("a photo of a stormy sea over a zebra")).toEqual(["stormy sea", "stormy", "sea"]);
  expect(offered("stormy sea lake")).toEqual([
    ...["sea lake", "stormy lake", "stormy sea"],
    ...["stormy", "sea", "lake"],
  ]);
  expect(offered("moun lake")).toEqual(["mountain lake", "lake"]);
  expect(offered("wolf sea", ENGLISH)).toEqual(["dog sea", "sea"]);
  expect(offered('"stormy mountian" sea')).toEqual(['"stormy mountian"', "sea"]);
  expect(offered("qzxvkw")).toEqual([]);
});

test("words in quotes are a phrase, or one word as it is written", () => {
  expect(readQuestion('old "red barn" “flowers”').words.map(({ term }) => term)).toEqual([
    { tokens: ["old"], stem: "old", isBeginning: false, others: [] },
    { tokens: ["red", "barn"], stem: null, isBeginning: false, others: [] },
    { tokens: ["flowers"], stem: null, isBeginning: false, others: [] },
  ]);
  expect(linesOf('"stormy mountian"')).toEqual(["stormy+mountian"]);
  expect(linesOf('"stormy sea" lake')).toEqual(["stormy+sea lake"]);
});

test("a hyphen before a word or a phrase leaves pictures out", () => {
  const { words, without } = readQuestion('sea -stormy -"red barn" black-and-white - x');
  expect(words.map(({ text }) => text)).toEqual(["sea", "black", "white", "x"]);
  expect(without.map(({ tokens }) => tokens)).toEqual([["stormy"], ["red", "barn"]]);
  const [first] = attempts("sea -stormy");
  expect(first).toMatchObject({ terms: [{ tokens: ["sea"] }] });
  expect(readQuestion("-sea").words.map(({ text }) => text)).toEqual(["sea"]);
});

test.each(["", " ! ", '""', "\ufe0f", "-", '"'])(
  "%j has no words, and nothing is searched",
  (text) => {
    expect(linesOf(text)).toEqual([]);
  },
);

test("a word that no library can have leads to nothing but its own search", () => {
  expect(linesOf("qzxvkw")).toEqual(["qzxvkw"]);
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
  expect(last).toEqual({ tokens: ["港写"], stem: null, isBeginning: false, others: [] });
});

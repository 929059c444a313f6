import type { WordChange } from "@/lib/protocol/changed-search";
import type { ColourName } from "../colour/named-colour";
import { colourOf } from "./colour-terms";
import {
  isFillerToken,
  isStopToken,
  PREFIX_CHARACTERS_MIN,
  partsOf,
  type QueryTerm,
  TOKENS_MAX,
  termsOf,
  wordTerm,
} from "./index-terms";
import type { Vocabulary } from "./vocabulary";

/** A word or a phrase of a question. */
type QuestionWord = {
  /** As typed. */
  text: string;
  term: QueryTerm;
  /** The parts of a word that is written together, such as "FallenLeaf"; otherwise empty. */
  parts: QueryTerm[];
  /** Words in quotes are neither corrected nor replaced. */
  isQuoted: boolean;
  /** Says nothing about a picture: "photo", "please". */
  isFiller: boolean;
};

/** What a person typed, read: `"a phrase"`, `-without`, and words. */
export type Question = {
  /** In the order of the question, each once; together at most 24 tokens. */
  words: QuestionWord[];
  /** A picture must have none of these. */
  without: QueryTerm[];
};

/** How an attempt differs from the question. */
export type AttemptKind =
  /** All words, whole. */
  | "whole"
  /** The last word is the beginning of a word. */
  | "beginning"
  /** Misspelt words are replaced by words of the library. */
  | "corrected"
  /** A word for a colour is the accent colour of the picture. */
  | "colour"
  /** Words are left out. */
  | "fewer"
  /** A word is replaced by a word with a similar meaning. */
  | "related";

/**
 * One search of the index. A picture matches if it has every term (at least one), no term of
 * `without`, and the colour.
 */
export type Attempt = {
  kind: AttemptKind;
  terms: QueryTerm[];
  without: QueryTerm[];
  /** The name of the picture's accent colour (`library_pictures.colour`), or null for any. */
  colour: ColourName | null;
  changes: WordChange[];
};

/** `"…"`, or one word; a hyphen before it, after a space, leaves pictures out. */
const PART = /(?<=^|\s)(-)(?=["“„«\p{L}\p{N}])|["“”„«»]([^"“”„«»]*)["“”„«»]|[^\s"“”„«»]+/gu;

/** Returns the words of a question; none for a text without a word, which nothing answers. */
export function readQuestion(text: string): Question {
  const words: QuestionWord[] = [];
  const without: QueryTerm[] = [];
  const seen = new Set<string>();
  let tokensLeft = TOKENS_MAX;
  let isWithout = false;
  for (const [part, hyphen, phrase] of text.normalize("NFC").matchAll(PART)) {
    if (hyphen !== undefined) {
      isWithout = true;
      continue;
    }
    for (const word of phrase === undefined ? wordsIn(part) : phraseOf(phrase)) {
      const tokens = word.term.tokens.slice(0, tokensLeft);
      const key = tokens.join(" ");
      if (tokens.length === 0 || seen.has(key)) continue;
      seen.add(key);
      tokensLeft -= tokens.length;
      // A phrase that is cut to one token is looked up by it.
      const isCut = tokens.length < word.term.tokens.length;
      const stem = isCut ? (tokens[0] ?? "") : word.term.stem;
      const bounded = { ...word.term, tokens, stem };
      if (isWithout) without.push(bounded);
      else words.push({ ...word, term: bounded });
    }
    isWithout = false;
  }
  // A question that only leaves out asks for these words.
  if (words.length === 0)
    return without.length === 0
      ? { words, without }
      : readQuestion(text.replace(/(?<=^|\s)-/g, ""));
  const significant = words.filter(({ term, isQuoted }) => isQuoted || !isStopToken(term.tokens));
  return { words: significant.length > 0 ? significant : words, without };
}

function wordsIn(text: string): QuestionWord[] {
  const terms = termsOf(text);
  const parts = partsOf(text).map(wordTerm);
  return terms.map((term) => ({
    text:
      terms.length === 1
        ? text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, "")
        : term.tokens.join(""),
    term: { ...term, isBeginning: false },
    parts: terms.length === 1 ? parts : [],
    isQuoted: false,
    isFiller: isFillerToken(term.tokens),
  }));
}

/** A phrase of one word is that word, without its inflections. */
function phraseOf(text: string): QuestionWord[] {
  const tokens = termsOf(text).flatMap((term) => term.tokens);
  if (tokens.length === 0) return [];
  const term = { tokens, stem: tokens.join(" "), isBeginning: false };
  return [{ text: text.trim(), term, parts: [], isQuoted: true, isFiller: false }];
}

/** Bounds the time of an answer: each attempt is a search of the index. */
const ATTEMPTS_MAX = 64;
const CORRECTED_WORDS_MAX = 3;
const SPELLINGS_MAX = 3;
/** Each part of a divided word has at least so many. */
const PART_LETTERS_MIN = 3;
const COVERED_WORDS_MAX = 6;
const REPLACED_WORDS_MAX = 3;

/** Returns the searches for the words as typed, whole and then the last as the beginning of a word. */
export function asTypedAttempts({ words, without }: Question): Attempt[] {
  return distinct([...asTypedSteps(words)], new Set()).map((each) => ({ ...each, without }));
}

/**
 * Yields further searches that answer a question, the closest to it first. The finder runs one after
 * another while its answer has places left, and skips the pictures that it has already. `vocabulary`
 * is asked only for the attempts that are reached.
 */
export function* helpfulAttempts(
  { words, without }: Question,
  vocabulary: Vocabulary,
): Generator<Attempt, void, undefined> {
  const tried = new Set<string>();
  distinct([...asTypedSteps(words)], tried);
  let attemptsLeft = ATTEMPTS_MAX;
  for (const each of helpfulSteps(words, vocabulary)) {
    if (distinct([each], tried).length === 0) continue;
    yield { ...each, without };
    if (--attemptsLeft === 0) return;
  }
}

/** Returns the steps with terms that were not tried, and adds them to `tried`. */
function distinct(steps: readonly Step[], tried: Set<string>): Step[] {
  return steps.filter(({ terms, colour }) => {
    const key = JSON.stringify([terms, colour]);
    if (terms.length === 0 || tried.has(key)) return false;
    tried.add(key);
    return true;
  });
}

/** A word as it is searched: as typed, or replaced. */
type Word = QuestionWord & { change: WordChange | null; count: number };

type Step = Omit<Attempt, "without">;

function* asTypedSteps(words: readonly QuestionWord[]): Generator<Step, void, undefined> {
  if (words.length === 0) return;
  yield step("whole", words.map(asTyped));
  if (words.some(({ parts }) => parts.length > 0)) {
    const terms = words.flatMap(({ term, parts }) => (parts.length > 0 ? parts : [term]));
    yield { kind: "whole", terms, colour: null, changes: [] };
  }
  yield step("beginning", withBeginning(words.map(asTyped)));
}

function* helpfulSteps(
  words: readonly QuestionWord[],
  vocabulary: Vocabulary,
): Generator<Step, void, undefined> {
  const corrected = yield* corrections(words, vocabulary);
  yield keeping(
    corrected.filter(({ isFiller }) => !isFiller),
    corrected,
  );
  yield* byColour(corrected);
  yield* fewer(corrected);
  yield* related(corrected, vocabulary);
  yield* lateCorrections(corrected, vocabulary);
}

const asTyped = (word: QuestionWord): Word => ({ ...word, change: null, count: 0 });

/** The attempt with these words, of the question's `all`. */
function step(kind: AttemptKind, words: readonly Word[], all: readonly Word[] = []): Step {
  const kept = new Set(words.map(({ text }) => text));
  const omitted = all
    .filter(({ text }) => !kept.has(text))
    .map(
      ({ text, change }): WordChange => ({ kind: "omitted", from: change?.to ?? text, to: null }),
    );
  const replaced = words.flatMap(({ change }) => (change === null ? [] : [change]));
  return {
    kind,
    terms: words.map(({ term }) => term),
    colour: null,
    changes: [...replaced, ...omitted],
  };
}

/** Lets the last word be the beginning of one. */
function withBeginning(words: readonly Word[]): Word[] {
  return words.map((word, i) => {
    const isBeginning = i === words.length - 1 && mayBegin(word);
    return isBeginning ? { ...word, term: { ...word.term, isBeginning } } : word;
  });
}

const mayBegin = ({ term, isQuoted }: QuestionWord) =>
  !isQuoted && term.tokens.length === 1 && (term.tokens[0] ?? "").length >= PREFIX_CHARACTERS_MIN;

function replaced(
  word: QuestionWord,
  kind: WordChange["kind"],
  to: string,
  vocabulary: Vocabulary,
): Word {
  const term = wordTerm(to);
  const change = { kind, from: word.text, to };
  return { ...word, term, change, count: vocabulary.countOf(term) };
}

/** Yields the words with corrections; returns the words to search from then on, the best corrections. */
function* corrections(
  words: readonly QuestionWord[],
  vocabulary: Vocabulary,
): Generator<Step, Word[], undefined> {
  let correctionsLeft = CORRECTED_WORDS_MAX;
  const counted = joined(
    words.map((word) => ({ ...word, change: null, count: vocabulary.countOf(word.term) })),
    vocabulary,
  );
  const spellings = counted.map((word, i) => {
    if (word.count > 0 || isFixed(word)) return [word];
    const [token = ""] = word.term.tokens;
    if (i === counted.length - 1 && mayBegin(word) && vocabulary.hasBeginning(token)) {
      return [{ ...word, term: { ...word.term, isBeginning: true }, count: 1 }];
    }
    // "spice" is not a misspelt "space" in a library that has "pepper".
    if (correctionsLeft-- <= 0 || vocabulary.relatedTo(token).length > 0) return [word];
    const found = vocabulary.correctionsOf(token).slice(0, SPELLINGS_MAX);
    const others = [
      ...divided(word, vocabulary),
      ...found.map((to) => replaced(word, "corrected", to, vocabulary)),
    ];
    return others.length === 0 ? [word] : others;
  });
  const best = spellings.flatMap((each) => each.slice(0, 1));
  if (best.some(({ change }) => change !== null)) yield step("corrected", best);
  for (const [i, others] of spellings.entries()) {
    for (const other of others.slice(1)) yield step("corrected", best.with(i, other));
  }
  return best;
}

/** Whether a word is not to be corrected. */
const isFixed = ({ isQuoted, isFiller, term }: QuestionWord) =>
  isQuoted || isFiller || term.tokens.length > 1;

/** Joins neighbours that the library writes as one word, if it lacks one of them: "fire truck". */
function joined(words: readonly Word[], vocabulary: Vocabulary): Word[] {
  const result: Word[] = [];
  for (const word of words) {
    const before = result.at(-1);
    const to = `${before?.term.tokens[0]}${word.term.tokens[0]}`;
    const mayJoin = before !== undefined && !isFixed(before) && !isFixed(word);
    if (mayJoin && before.count * word.count === 0 && vocabulary.countOf(wordTerm(to)) > 0) {
      const text = `${before.text} ${word.text}`;
      result.splice(-1, 1, replaced({ ...word, text }, "corrected", to, vocabulary));
    } else result.push(word);
  }
  return result;
}

/** Returns the phrase that the library writes instead of one word, if any: "ping pong". */
function divided(word: Word, vocabulary: Vocabulary): Word[] {
  const [token = ""] = word.term.tokens;
  const places = Array.from({ length: token.length }, (_, at) => at);
  return places
    .slice(PART_LETTERS_MIN, 1 - PART_LETTERS_MIN)
    .map((at) => {
      const tokens = [token.slice(0, at), token.slice(at)];
      const term = { tokens, stem: tokens.join(" "), isBeginning: false };
      const change = { kind: "corrected", from: word.text, to: term.stem } as const;
      return { ...word, term, change, count: vocabulary.countOf(term) };
    })
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, 1);
}

/** Yields the question without its words for one colour, for pictures of this colour. */
function* byColour(words: readonly Word[]): Generator<Step, void, undefined> {
  const subject = words.filter(({ isFiller }) => !isFiller);
  for (const { text, term } of subject) {
    const colour = colourOf(term.tokens.join(" "));
    if (colour === null) continue;
    const others = subject.filter((each) => each.text !== text);
    if (others.length === 0 || others.some(({ count }) => count === 0)) continue;
    const inColour = step("colour", others);
    const change = { kind: "colour", from: text, to: colour } as const;
    yield { ...inColour, colour, changes: [...inColour.changes, change] };
  }
}

/** The question with some of its words. What is quoted stays. */
const keeping = (kept: readonly Word[], all: readonly Word[]): Step =>
  step(
    "fewer",
    all.filter((word) => word.isQuoted || kept.includes(word)),
    all,
  );

/** Yields the question with fewer words: without filler and unknown words, then by coverage. */
function* fewer(corrected: readonly Word[]): Generator<Step, void, undefined> {
  const subject = corrected.filter(({ isFiller }) => !isFiller);
  const known = subject.filter(({ count }) => count > 0);
  yield keeping(known, corrected);
  const rarest = known
    .filter(({ isQuoted }) => !isQuoted)
    .sort((one, other) => one.count - other.count)
    .slice(0, COVERED_WORDS_MAX);
  yield keeping(rarest, corrected);
  for (let left = rarest; left.length > 1; left = left.slice(0, -1)) {
    // The most common one goes first.
    for (let i = left.length - 1; i >= 0; i--) yield keeping(left.toSpliced(i, 1), corrected);
  }
  for (const word of rarest) yield keeping([word], corrected);
  yield keeping([], corrected);
}

/** Yields the question with one word replaced by each of its related words, and then these alone. */
function* related(
  corrected: readonly Word[],
  vocabulary: Vocabulary,
): Generator<Step, void, undefined> {
  const subject = corrected.filter(({ isFiller }) => !isFiller);
  const quoted = subject.filter(({ isQuoted }) => isQuoted);
  const choices = subject
    .filter((word) => !isFixed(word))
    .sort((one, other) => one.count - other.count)
    .slice(0, REPLACED_WORDS_MAX)
    .flatMap((word) =>
      vocabulary
        .relatedTo(word.term.tokens[0] ?? "")
        .map((to, rank) => ({ word, other: replaced(word, "related", to, vocabulary), rank })),
    )
    .sort((one, other) => one.rank - other.rank);
  for (const { word, other } of choices) {
    const kept = subject.filter((each) => each === word || each.isQuoted || each.count > 0);
    yield step(
      "related",
      kept.map((each) => (each === word ? other : each)),
      subject,
    );
  }
  for (const { other } of choices) yield step("related", [...quoted, other], subject);
}

/** Yields the corrections of words that no picture has, although they may be right. */
function* lateCorrections(
  corrected: readonly Word[],
  vocabulary: Vocabulary,
): Generator<Step, void, undefined> {
  const subject = corrected.filter(({ isFiller }) => !isFiller);
  const unknown = subject.filter((word) => word.count === 0 && !isFixed(word));
  for (const word of unknown.slice(0, CORRECTED_WORDS_MAX)) {
    const kept = subject.filter((each) => each === word || each.isQuoted || each.count > 0);
    for (const to of vocabulary.correctionsOf(word.term.tokens[0] ?? "").slice(0, SPELLINGS_MAX)) {
      const other = replaced(word, "corrected", to, vocabulary);
      yield step(
        "corrected",
        kept.map((each) => (each === word ? other : each)),
        subject,
      );
    }
  }
}

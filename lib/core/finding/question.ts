import type { WordChange } from "@/lib/protocol/changed-search";
import type { ColourName } from "../colour/named-colour";
import { colourOf } from "./colour-terms";
import { joinedByAnd } from "./fold-text";
import {
  exactTerm,
  PREFIX_CHARACTERS_MIN,
  partsOf,
  type QueryTerm,
  STOP_TOKENS,
  spelledOut,
  TOKENS_MAX,
  termsOf,
  weightOf,
  wordTerm,
} from "./index-terms";
import type { Vocabulary } from "./vocabulary";

/** A word or a phrase of a question. */
type QuestionWord = {
  /** As typed; a phrase with its quotes. */
  text: string;
  /** Words in quotes, which have no stem, are neither corrected nor replaced. */
  term: QueryTerm;
  /** Other spellings: the parts of "FallenLeaf", "Muenchen" for "München". */
  spellings: QueryTerm[][];
  /** See `weightOf`. */
  weight: ReturnType<typeof weightOf>;
  /** How the word was replaced; null as typed. */
  change: WordChange | null;
};

/** What a person typed, read: `"a phrase"`, `-without`, and words. */
export type Question = {
  /** In the order of the question, each once; together at most 24 tokens. */
  words: QuestionWord[];
  /** A picture must have none of these. */
  without: QueryTerm[];
};

/** One search of the index. A picture matches if it has every term (at least one), and the colour. */
export type Attempt = {
  terms: QueryTerm[];
  /** The name of the picture's accent colour (`library_pictures.colour`), or null for any. */
  colour: ColourName | null;
  changes: WordChange[];
};

/** `"…"`, or one word; a hyphen before it, after a space, leaves pictures out. */
const PART = /(?<=^|\s)(-)(?=["“„«\p{L}\p{N}\p{So}])|["“”„«»]([^"“”„«»]*)["“”„«»]|[^\s"“”„«»]+/gu;

/** Returns the words of a question; none for a text without a word, which nothing answers. */
export function readQuestion(text: string): Question {
  const words: QuestionWord[] = [];
  const without: QueryTerm[] = [];
  const seen = new Set<string>();
  let tokensLeft = TOKENS_MAX;
  let isWithout = false;
  for (const [part, hyphen, phrase] of joinedByAnd(text.normalize("NFC")).matchAll(PART)) {
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
      const isCut = tokens.length < word.term.tokens.length;
      const bounded = isCut ? exactTerm(tokens) : word.term;
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
  const significant = words.filter(
    ({ term }) => term.stem === null || !STOP_TOKENS.has(term.tokens.join(" ")),
  );
  return { words: significant.length > 0 ? significant : words, without };
}

function wordsIn(text: string): QuestionWord[] {
  const terms = termsOf(text);
  const spelled = spelledOut(text) === text.toLowerCase() ? [] : termsOf(spelledOut(text));
  const parts = partsOf(text);
  return terms.map((term, i) => {
    const [token = ""] = term.tokens;
    // "C++" is not "C".
    const isWhole = terms.length === 1 && parts.join("") === token.replace(/\p{Co}/gu, "");
    return {
      text: terms.length === 1 ? text.replace(/^\p{Ps}|[.,;:!?)\]]+$/gu, "") : token,
      term: { ...term, isBeginning: false, others: [] },
      spellings: [
        ...(isWhole && !parts.some((part) => STOP_TOKENS.has(part)) ? [parts] : []),
        ...(spelled.length === terms.length ? [spelled[i]?.tokens ?? []] : []),
      ].map((each) => each.map(wordTerm)),
      weight: weightOf(term.tokens),
      change: null,
    };
  });
}

/** A phrase of one word is that word, without its inflections. */
function phraseOf(text: string): QuestionWord[] {
  const tokens = termsOf(text).flatMap((term) => term.tokens);
  if (tokens.length === 0) return [];
  const term = exactTerm(tokens);
  return [{ text: `"${text.trim()}"`, term, spellings: [], weight: "subject", change: null }];
}

/** Bounds the time of an answer: each attempt is a search of the index. */
const ATTEMPTS_MAX = 32;
const SPELLINGS_MAX = 3;
/** Each part of a divided word has at least so many. */
const PART_LETTERS_MIN = 3;
const REPLACED_WORDS_MAX = 3;

/** Returns the searches for the words as typed; `isUnfinished`: the last may be the beginning of a word. */
export function asTypedAttempts({ words }: Question, isUnfinished = false): Attempt[] {
  const typed = words.map(({ term }) => term);
  const spelled = words.flatMap(({ spellings }, i) =>
    spellings.map((terms) => typed.toSpliced(i, 1, ...terms)),
  );
  const last = typed.at(-1);
  const mayBegin = last?.tokens.length === 1 && last.stem !== null && isUnfinished;
  const isLong = (last?.tokens[0] ?? "").length >= PREFIX_CHARACTERS_MIN;
  const begun = mayBegin && isLong ? [typed.with(-1, { ...last, isBeginning: true })] : [];
  return distinct(
    [typed, ...spelled, ...begun].map((terms) => ({ terms, colour: null, changes: [] })),
  );
}

/**
 * Returns the other searches for what a question asks, the closest to it first: corrected; without words
 * that say nothing; with a colour. Each has all other words of the question. Those of `sparing`, for a
 * question that finds nothing else, lack prepositions and the like. Give `vocabulary` only if no picture
 * has all words as typed: without it nothing is corrected.
 */
export function matchingAttempts(question: Question, vocabulary: Vocabulary | null) {
  const { best, steps } = corrections(question, vocabulary);
  const searchesFor = (words: readonly QuestionWord[]) => [attemptOf(words), ...byColour(words)];
  const typed = asTypedAttempts(question);
  const full = distinct(
    [...steps.map((words) => attemptOf(words)), ...searchesFor(significant(best, false))],
    typed,
  ).slice(0, ATTEMPTS_MAX);
  const sparing = distinct(searchesFor(significant(best, true)), [...typed, ...full]);
  return { full, sparing: sparing.slice(0, ATTEMPTS_MAX - full.length) };
}

/**
 * Returns the searches in which one word is replaced by its synonyms, or by its kinds. Each keeps all
 * other words that `matchingAttempts` keeps. The changes of a search list its related words; each
 * picture that it finds has one of them.
 */
export function relatedAttempts(
  question: Question,
  vocabulary: Vocabulary,
  isSparing = false,
): Attempt[] {
  const kept = significant(corrections(question, vocabulary).best, isSparing);
  const replaceable = kept.filter((word) => !isFixed(word)).slice(0, REPLACED_WORDS_MAX);
  return (["synonyms", "kinds"] as const).flatMap((relation) =>
    replaceable.flatMap((word) => {
      const to = vocabulary.relatedTo(word.term.tokens[0] ?? "")[relation];
      if (to.length === 0) return [];
      const term = exactTerm(to.slice(0, 1), to.slice(1));
      const words = kept.map((each) => (each === word ? { ...word, term, change: null } : each));
      const changes = to.map((each) => ({ kind: "related", from: word.text, to: each }) as const);
      return attemptOf(words, changes);
    }),
  );
}

const OFFERED_WORDS_MAX = 4;
const NEAREST_MAX = 3;
const KNOWN_LETTERS_MIN = 6;

/**
 * Returns questions to offer if a question has no answer, as a person would type them, the closest
 * first: with similar words of the library instead of words that no picture has, then with fewer words.
 */
export function offeredQuestions(question: Question, vocabulary: Vocabulary): string[] {
  const { best } = corrections(question, vocabulary);
  const subject = significant(best, true).slice(0, OFFERED_WORDS_MAX);
  const textOf = (each: readonly QuestionWord[]) =>
    each.map(({ text, change }) => change?.to ?? text).join(" ");
  const nearest = subject.flatMap((word, i) => {
    if (isFixed(word) || vocabulary.countOf(word.term) > 0) return [];
    const [token = ""] = word.term.tokens;
    const isKnown = vocabulary.knows(token);
    const near = [
      // "car" is not meant to be "cart", but "dessert" may be "desert".
      ...(isKnown && token.length < KNOWN_LETTERS_MIN ? [] : vocabulary.correctionsOf(token)),
      ...(isKnown ? [] : vocabulary.beginningWith(token, NEAREST_MAX)),
      ...vocabulary.nearTo(token),
    ];
    return near.map((to) => textOf(subject.with(i, changed(word, to))));
  });
  const known = subject.filter((word) => isFixed(word) || vocabulary.countOf(word.term) > 0);
  const fewer = [
    ...(known.length < subject.length && known.length > 1 ? [known] : []),
    ...(known.length === 3 ? known.map((_, i) => known.toSpliced(i, 1)) : []),
    ...(subject.length > 1 ? known.map((word) => [word]) : []),
  ];
  return [...new Set([...nearest, ...fewer.map(textOf)])];
}

/** The words that say something about a picture; if `isSparing`, without those that say little. */
const significant = (words: readonly QuestionWord[], isSparing: boolean) =>
  words.filter(({ weight }) => weight === "subject" || (weight === "little" && !isSparing));

/** Returns the attempts with a term, each once, that were not tried before. */
function distinct(attempts: readonly Attempt[], before: readonly Attempt[] = []): Attempt[] {
  const byKey = new Map<string, Attempt>();
  for (const each of [...before, ...attempts]) {
    const key = JSON.stringify([each.terms, each.colour]);
    if (each.terms.length > 0 && !byKey.has(key)) byKey.set(key, each);
  }
  return [...byKey.values()].slice(before.length);
}

function attemptOf(words: readonly QuestionWord[], changes: readonly WordChange[] = []): Attempt {
  const all = [...words.flatMap(({ change }) => change ?? []), ...changes];
  return { terms: words.map(({ term }) => term), colour: null, changes: all };
}

const changed = (word: QuestionWord, to: string): QuestionWord => ({
  ...word,
  term: wordTerm(to),
  spellings: [],
  change: { kind: "corrected", from: word.text, to },
});

/** Returns the words with their best corrections, and then with each correction. */
function corrections({ words }: Question, vocabulary: Vocabulary | null) {
  if (vocabulary === null) return { best: words, steps: [] };
  const has = (word: QuestionWord) =>
    [[word.term], ...word.spellings].some((each) =>
      each.every((term) => vocabulary.countOf(term) > 0),
    );
  const spellings = joined(words, vocabulary).map((word) => {
    const [token = ""] = word.term.tokens;
    if (isFixed(word) || has(word)) return [word];
    const others = divided(word, vocabulary);
    // A word that is spelled right may be in no picture.
    if (vocabulary.knows(token)) return [word, ...others];
    const found = vocabulary.correctionsOf(token).filter((to) => mayReplace(word, to, vocabulary));
    others.push(...found.slice(0, SPELLINGS_MAX).map((to) => changed(word, to)));
    return others.length === 0 ? [word] : others;
  });
  const best = spellings.flatMap((each) => each.slice(0, 1));
  const steps = spellings.flatMap((others, i) =>
    others.slice(1).map((other) => best.with(i, other)),
  );
  return { best, steps: [best, ...steps] };
}

/**
 * Whether a word may be corrected to another: any word to an English one; to a name, or to a word that is
 * not English, only a word in lower case. Other words may be names that no list has, of another person.
 */
function mayReplace({ text }: QuestionWord, to: string, vocabulary: Vocabulary): boolean {
  if (vocabulary.knows(to) && !vocabulary.isName(to)) return true;
  return text === text.toLowerCase() && text !== text.toUpperCase();
}

/** Whether a word is not to be corrected. */
const isFixed = ({ weight, term }: QuestionWord) =>
  term.stem === null || weight !== "subject" || term.tokens.length > 1;

/** Joins neighbours that the library writes as one word, if it lacks one of them: "fire truck". */
function joined(words: readonly QuestionWord[], vocabulary: Vocabulary): QuestionWord[] {
  const isMissing = ({ term }: QuestionWord) => vocabulary.countOf(term) === 0;
  const result: QuestionWord[] = [];
  for (const word of words) {
    const before = result.at(-1);
    const to = `${before?.term.tokens[0]}${word.term.tokens[0]}`;
    const mayJoin = before !== undefined && !isFixed(before) && !isFixed(word);
    if (mayJoin && (isMissing(before) || isMissing(word)) && vocabulary.countOf(wordTerm(to)) > 0) {
      result.splice(-1, 1, changed({ ...word, text: `${before.text} ${word.text}` }, to));
    } else result.push(word);
  }
  return result;
}

/** Returns the phrase that the library writes instead of one word, if any: "ping pong". */
function divided(word: QuestionWord, vocabulary: Vocabulary): QuestionWord[] {
  const [token = ""] = word.term.tokens;
  const terms = Array.from(token.slice(2 * PART_LETTERS_MIN - 1), (_, i) =>
    exactTerm([token.slice(0, PART_LETTERS_MIN + i), token.slice(PART_LETTERS_MIN + i)]),
  );
  const { countOf } = vocabulary;
  const [term] = terms.sort((one, other) => countOf(other) - countOf(one));
  if (term === undefined || countOf(term) === 0) return [];
  const change = { kind: "corrected", from: word.text, to: term.tokens.join(" ") } as const;
  return [{ ...word, term, change }];
}

/** Returns the question without its words for one colour, for pictures of this colour. */
const byColour = (words: readonly QuestionWord[]): Attempt[] =>
  words.flatMap(({ text, term }) => {
    const colour = colourOf(term.tokens.join(" "));
    if (colour === null) return [];
    const others = words.filter((each) => each.text !== text);
    return { ...attemptOf(others, [{ kind: "colour", from: text, to: colour }]), colour };
  });

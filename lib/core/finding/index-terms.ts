import { stemmer } from "stemmer";

/**
 * Folds spellings of one word into one: compatibility forms, case and diacritics (Unicode NFKC, full
 * case folding, U+0300 to U+036F), and the Latin letters that have no decomposition.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase() // first, because only that turns ß into ss
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ςøłđðþæœı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");
}

const LETTERS: Record<string, string> = {
  ς: "σ",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/** Scripts written without spaces: each character is a token, and a run of them a phrase. */
const UNSPACED =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const TERM = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const NOT_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;

/**
 * A word of a text. The index stores its `tokens`: one, or one per character in a script without
 * spaces. `stem` is the word itself if it has no stem.
 */
type Term = { tokens: string[]; stem: string };

/** Splits a text into terms, folded. */
export function termsOf(text: string): Term[] {
  return [...foldText(text).matchAll(TERM)].flatMap(([match]) => {
    if (!IS_UNSPACED.test(match)) return { tokens: [match], stem: stemmer(match) || match };
    const tokens = [...match.replace(NOT_LETTERS, "")];
    return tokens.length === 0 ? [] : { tokens, stem: match };
  });
}

/** Returns the tokens of a text, separated by spaces: equal for names that differ in spelling only. */
export function tokensOf(text: string): string {
  return termsOf(text)
    .flatMap(({ tokens }) => tokens)
    .join(" ");
}

/**
 * Returns the text for the index: every token, followed by its stem if that differs. Searches match
 * whole words by the stem, and the beginning of a word by the token.
 */
export function indexedText(text: string): string {
  return termsOf(text)
    .map(({ tokens, stem }) =>
      tokens.length === 1 && tokens[0] !== stem ? `${tokens[0]} ${stem}` : tokens.join(" "),
    )
    .join(" ");
}

/** Tokens that say nothing about a picture; required only in a query that has no others. */
export const STOP_TOKENS = new Set(
  "a an and at by d for from in l le la of on or s t the to with".split(" "),
);

/** A single letter is too broad for a prefix search: a tenth of all words may begin with it. */
const PREFIX_CHARACTERS_MIN = 2;

/**
 * How many tokens of a query are looked up: each may occur in every picture, and the index then reads
 * all its postings. With 24, the slowest known search in a library of 100,000 takes 0.25 s.
 */
const TOKENS_MAX = 24;

/**
 * A term that a picture must have: as a phrase of `tokens`; or, with one token, as a word of this
 * `stem`. `isBeginning`: a word that begins with the token serves as well.
 */
export type QueryTerm = { tokens: string[]; stem: string; isBeginning: boolean };

/**
 * English prepositions that end the subject of a name; the words after them say where it is, or with
 * what. "of" is not included, as in "A bowl of tea".
 */
export const PREPOSITIONS = new Set(
  `above across after against along amid among around at before behind below beneath beside between
  beyond by down during for from in inside into near off on onto over past through to toward towards
  under up with within without`.split(/\s+/),
);

/** Words in sentences about pictures that do not say what a picture shows. */
const FUNCTION_TOKENS = new Set(
  `about also am any are as be been but can could did do does find get give had has have he her here
  his how i if image images is it its just like looking me more my need no not one or our out photo
  photograph photos picture pictures please show showing shows so some that their them then there
  these they this those very want was we were what when where which who will would you your`.split(
    /\s+/,
  ),
);

/**
 * Returns the words of a query that say what a picture shows, as they were written, each once; all
 * words if none does; at most 24.
 */
export function significantTerms(query: string): string[] {
  const words = [...query.normalize("NFC").matchAll(TERM)].map(([word]) => word);
  const byToken = new Map(words.map((word) => [foldText(word), word]));
  const significant = [...byToken].filter(
    ([token]) => ![STOP_TOKENS, PREPOSITIONS, FUNCTION_TOKENS].some((words) => words.has(token)),
  );
  const kept = significant.length > 0 ? significant : [...byToken];
  return kept.slice(0, TOKENS_MAX).map(([, word]) => word);
}

/**
 * Returns the terms of a query, all of which a picture must have; none for a query without a word.
 * The last one may be the beginning of a word. Terms after the first 24 different tokens are ignored.
 * Tokens and stems consist of letters, digits and marks.
 */
export function queryTerms(query: string): QueryTerm[] {
  const terms = termsOf(query);
  const last = terms.at(-1);
  const significant = terms.filter(({ tokens }) => !STOP_TOKENS.has(tokens.join(" ")));
  const required = new Map<string, QueryTerm>();
  let tokensLeft = TOKENS_MAX;
  for (const term of significant.length > 0 ? significant : terms) {
    const tokens = term.tokens.slice(0, tokensLeft);
    const [token = ""] = tokens;
    const isWord = term.tokens.length === 1;
    const isBeginning = term === last && isWord && token.length >= PREFIX_CHARACTERS_MIN;
    const bounded = { tokens, stem: isWord ? term.stem : token, isBeginning };
    const key = JSON.stringify(bounded);
    if (required.has(key)) continue;
    required.set(key, bounded);
    tokensLeft -= tokens.length;
    if (tokensLeft === 0) break;
  }
  return [...required.values()];
}

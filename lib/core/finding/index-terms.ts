import { stemmer } from "stemmer";
import { foldText } from "./fold-text";
import { IRREGULAR_BASES } from "./irregular-forms";

/** Scripts whose words are not, or not only, separated by spaces: each pair of characters is a token. */
const UNSPACED =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const TERM = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const NOT_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;

/**
 * A word of a text. `tokens`: the word itself, or the overlapping pairs of characters of a run in a
 * script without spaces; together they are a phrase. `stem` is the word itself where it has no stem.
 */
type Term = { tokens: string[]; stem: string };

/** Splits a text into terms, folded. */
export function termsOf(text: string): Term[] {
  return [...foldText(text).matchAll(TERM)].flatMap(([match]) => {
    if (!IS_UNSPACED.test(match)) return { tokens: [match], stem: stemOf(match) };
    const characters = [...match.replace(NOT_LETTERS, "")];
    if (characters.length === 0) return [];
    const pairs = characters.slice(1).map((character, i) => `${characters[i]}${character}`);
    return { tokens: pairs.length === 0 ? characters : pairs, stem: characters.join("") };
  });
}

/** Returns what a folded word has in common with its inflections: "mous" for "mice". */
export function stemOf(token: string): string {
  return stemmer(IRREGULAR_BASES.get(token) ?? token) || token;
}

/** Returns the tokens of a text, separated by spaces: equal for names that differ in spelling only. */
export function tokensOf(text: string): string {
  return termsOf(text)
    .flatMap(({ tokens }) => tokens)
    .join(" ");
}

/**
 * Where a word changes inside: "Fallen|Leaf", "HTML|Page", "Flower|10", "025|quarter". Looks at four
 * combining marks at most, so that its time is linear.
 */
const INNER_BOUNDARY =
  /(?<=\p{Ll}\p{M}{0,4})(?=\p{Lu})|(?<=\p{Lu}\p{M}{0,4})(?=\p{Lu}\p{M}{0,4}\p{Ll})|(?<=\p{L}\p{M}{0,4})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
/** Words with more parts are codes, such as "3f9a0c7e". */
const PARTS_MAX = 4;

/** Returns the folded parts of the words of a text that are written together: "fallen", "leaf". */
export function partsOf(text: string): string[] {
  return [...text.normalize("NFC").matchAll(TERM)].flatMap(([word]) => {
    const parts = word.split(INNER_BOUNDARY);
    if (parts.length < 2 || parts.length > PARTS_MAX) return [];
    return parts.flatMap((part) => termsOf(part).flatMap(({ tokens }) => tokens));
  });
}

/**
 * Returns the words of a text by which it is found: as typed, the parts of compound ones, and of a
 * script without spaces the pairs and the single characters; each once. `terms`: its `termsOf`.
 */
export function wordsOf(text: string, terms: readonly Term[] = termsOf(text)): string[] {
  const characters = terms.flatMap(({ stem }) => (IS_UNSPACED.test(stem) ? [...stem] : []));
  return [...new Set([...terms.flatMap(({ tokens }) => tokens), ...partsOf(text), ...characters])];
}

/**
 * The longest text in the index, in UTF-16 units. Folding can make a text eighteen times as long: one
 * Arabic ligature is four words.
 */
const INDEXED_LENGTH_MAX = 100_000;

/**
 * Returns the text to put into the index: the tokens in the order of the text, so that phrases are
 * found; then the other words (`wordsOf`), and the stems that differ. Searches find whole words by
 * the stem, and the beginning of a word by the token.
 */
export function indexedText(text: string): string {
  const terms = termsOf(text);
  const tokens = terms.flatMap((term) => term.tokens);
  const words = wordsOf(text, terms);
  const others = new Set([...words, ...words.map(stemOf)]);
  for (const token of tokens) others.delete(token);
  return [...tokens, ...others].join(" ").slice(0, INDEXED_LENGTH_MAX);
}

/** Tokens that say nothing about a picture; required only in a query that has no others. */
export const STOP_TOKENS = new Set(
  "a an and at by d for from in l le la of on or s t the to with".split(" "),
);

/** A single letter is too broad for a prefix search: a tenth of all words may begin with it. */
export const PREFIX_CHARACTERS_MIN = 2;

/**
 * How many tokens of a query are looked up: each may occur in every picture, and the index then reads
 * all its postings. With 24, the slowest known search in a library of 100,000 takes 0.25 s.
 */
export const TOKENS_MAX = 24;

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
  his how i if image images is it its just like looking m me more my need no not one or our out photo
  photograph photographs photos pic pics picture pictures please show showing shows so some that their
  them then there these they this those very want was we were what when where which who will would you
  your
  bild bilder bitte das dem den der des die ein eine einem einen einer eines foto fotos ich im mir mit
  suche und von zeig zeige zeigt`.split(/\s+/),
);

/** Whether a term says nothing about a picture. */
export function isStopToken(tokens: readonly string[]): boolean {
  return STOP_TOKENS.has(tokens.join(" "));
}

/** Whether a term only asks for a picture, or for its place in one. */
export function isFillerToken(tokens: readonly string[]): boolean {
  const token = tokens.join(" ");
  return PREPOSITIONS.has(token) || FUNCTION_TOKENS.has(token);
}

/** Returns the term of a token. */
export function wordTerm(token: string): QueryTerm {
  return { tokens: [token], stem: stemOf(token), isBeginning: false };
}

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

import { foldText, searchableText } from "./fold-text";
import { IRREGULAR_BASES } from "./irregular-forms";
import { stemByRules } from "./stem";

/** Scripts whose words are not, or not only, separated by spaces: each pair of characters is a token. */
const UNSPACED =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const LETTER = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])`;
/** In turn: a run without spaces; "AT&T"; a word such as "Hawai'i" or "C++"; an emoji. */
const TERM = new RegExp(
  `[${UNSPACED}]+|(?<!${LETTER})\\p{L}{1,3}&\\p{L}{1,3}(?!${LETTER})|${LETTER}+(?:(?<=\\p{L}\\p{M}{0,4})'(?=\\p{L})${LETTER}+)*(?:(?:\\+\\+?|#)(?![+#]|${LETTER}))?|\\p{RI}{2}|(?=\\p{So})\\p{ExtPict}[\\u{e0061}-\\u{e007a}]*`,
  "gu",
);
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const NOT_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;
/** SQLite would end a word at these signs, so tokens have characters of the private use area instead. */
const SIGNS: Record<string, string> = { "+": "\ue001", "#": "\ue002", "&": "\ue003" };
/** Begins a stem in the index, so that it is not taken for a word. */
export const STEM_MARK = "\ue000";

/**
 * A word of a text. `tokens`: the word itself, or the overlapping pairs of characters of a run in a
 * script without spaces; together they are a phrase. `stem` is the word itself where it has no stem.
 */
type Term = { tokens: string[]; stem: string };

/** Splits a text into terms, folded. */
export function termsOf(text: string): Term[] {
  return [...foldText(searchableText(text)).matchAll(TERM)].flatMap(([match]) => {
    if (!IS_UNSPACED.test(match)) {
      const token = tokenOf(match);
      return { tokens: [token], stem: stemOf(token) };
    }
    const characters = [...match.replace(NOT_LETTERS, "")];
    if (characters.length === 0) return [];
    const pairs = characters.slice(1).map((character, i) => `${characters[i]}${character}`);
    return { tokens: pairs.length === 0 ? characters : pairs, stem: characters.join("") };
  });
}

/** Returns the token of a folded word, without apostrophes; of an emoji, its code points. */
function tokenOf(word: string): string {
  if (/^[\p{L}\p{N}\p{M}]/u.test(word)) {
    return word.replace(/[+#&']/g, (sign) => SIGNS[sign] ?? "");
  }
  return `\ue004${[...word].map((each) => each.codePointAt(0)?.toString(16)).join("")}`;
}

/** Returns what a folded word has in common with its inflections: "mous" for "mice". */
export function stemOf(token: string): string {
  const base = IRREGULAR_BASES.get(token);
  if (base === undefined) return stemByRules(token);
  return base === token ? token : stemOf(base);
}

/** Returns the tokens of a text, separated by spaces: equal for names that differ in spelling only. */
export function tokensOf(text: string): string {
  return termsOf(text)
    .flatMap(({ tokens }) => tokens)
    .join(" ");
}

/**
 * Where a word changes inside: "Fallen|Leaf", "HTML|Page", "Flower|10", "025|quarter", "Dell|'arte".
 * Looks at four combining marks at most, so that its time is linear.
 */
const INNER_BOUNDARY =
  /(?<=\p{Ll}\p{M}{0,4})(?=\p{Lu})|(?<=\p{Lu}\p{M}{0,4})(?=\p{Lu}\p{M}{0,4}\p{Ll})|(?<=\p{L}\p{M}{0,4})(?=\p{N})|(?<=\p{N})(?=\p{L})|'/u;
/** Words with more parts are codes, such as "3f9a0c7e". */
const PARTS_MAX = 4;
const IS_UNDIVIDED = /&|^\d+(?:st|nd|rd|th)$/i;

/**
 * Returns the folded parts of the words of a text that are written together: "fallen", "leaf". A single
 * letter is no part, nor is the number beside one: "3D".
 */
export function partsOf(text: string): string[] {
  return [...searchableText(text).matchAll(TERM)].flatMap(([word]) => {
    const parts = word.replace(/[+#]+$/, "").split(INNER_BOUNDARY);
    const isWhole = parts[0] === word || parts.length > PARTS_MAX || IS_UNDIVIDED.test(word);
    const folded = isWhole
      ? []
      : parts.flatMap((part) => termsOf(part).flatMap((term) => term.tokens));
    const long = folded.filter((part) => !/^\p{L}$/u.test(part));
    return long.length === 1 && /^\p{N}/u.test(long[0] ?? "") ? [] : long;
  });
}

const SPELLED_OUT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** Returns the text in lower case, with letters as people type them without a key for them: "muenchen". */
export function spelledOut(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüåø]/g, (letter) => SPELLED_OUT[letter] ?? letter);
}

/**
 * Returns the words of a text by which it is found: as typed and spelled out, the parts of compound
 * ones, and of a script without spaces the pairs and the single characters; each once. `terms`: what
 * `termsOf` returns for the text.
 */
export function wordsOf(text: string, terms: readonly Term[] = termsOf(text)): string[] {
  const characters = terms.flatMap(({ stem }) => (IS_UNSPACED.test(stem) ? [...stem] : []));
  const others = /[äöüåø]/i.test(text.normalize("NFC")) ? termsOf(spelledOut(text)) : [];
  return [
    ...new Set([
      ...[...terms, ...others].flatMap(({ tokens }) => tokens),
      ...partsOf(text),
      ...characters,
    ]),
  ];
}

/**
 * The longest text in the index, in UTF-16 units. Folding can make a text eighteen times as long: one
 * Arabic ligature is four words.
 */
const INDEXED_LENGTH_MAX = 100_000;

/**
 * Returns the text to put into the index: the tokens in the order of the text, so that phrases are
 * found; then the other words (`wordsOf`), and the stems that differ, with a mark. A word is found by
 * the token or by the stem, and the beginning of a word by the token.
 */
export function indexedText(text: string): string {
  const terms = termsOf(text);
  const tokens = terms.flatMap((term) => term.tokens);
  const words = wordsOf(text, terms);
  const others = new Set(words);
  for (const token of tokens) others.delete(token);
  const stems = words.flatMap((word) => {
    const stem = stemOf(word);
    return stem === word ? [] : `${STEM_MARK}${stem}`;
  });
  return [...tokens, ...others, ...new Set(stems)].join(" ").slice(0, INDEXED_LENGTH_MAX);
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
 * A term that a picture must have: as a phrase of `tokens`, or as a word of this `stem`. A null `stem`
 * excludes inflections. `isBeginning`: a word that begins with the token serves as well. `others`: any
 * of these words serves instead.
 */
export type QueryTerm = {
  tokens: string[];
  stem: string | null;
  isBeginning: boolean;
  others: readonly string[];
};

/**
 * English prepositions that end the subject of a name; the words after them say where it is, or with
 * what. "of" is not included, as in "A bowl of tea".
 */
export const PREPOSITIONS = new Set(
  `above across after against along amid among around at before behind below beneath beside between
  beyond by down during for from in inside into near off on onto over past through to toward towards
  under up with within without`.split(/\s+/),
);

/** Words that ask for a picture. */
const REQUEST_TOKENS = new Set(
  `can could find get give i im image images like look looking me my need photo photograph photographs
  photos pic pics picture pictures please see show showing shows want would you
  bild bilder bitte foto fotos ich mir suche zeig zeige zeigt`.split(/\s+/),
);

/** Words in sentences about pictures that do not say what a picture shows. */
const FUNCTION_TOKENS = new Set(
  `about also am any are as be been but did do does had has have he her here his how if is it its just m
  or our out so some that their them then there these they this those very was we were what when where
  which who will your
  das dem den der des die ein eine einem einen einer eines im mit und von`.split(/\s+/),
);

/**
 * How much a term says about a picture: `nothing` for "please"; `little` for "with", which may be left
 * out if no picture has it; otherwise `subject`.
 */
export function weightOf(tokens: readonly string[]): "nothing" | "little" | "subject" {
  const token = tokens.join(" ");
  if (REQUEST_TOKENS.has(token)) return "nothing";
  return PREPOSITIONS.has(token) || FUNCTION_TOKENS.has(token) ? "little" : "subject";
}

/** Returns the term of a token, with its inflections. */
export function wordTerm(token: string): QueryTerm {
  return { tokens: [token], stem: stemOf(token), isBeginning: false, others: [] };
}

/** Returns the term of tokens in this order, or of a word without its inflections. */
export function exactTerm(tokens: string[], others: readonly string[] = []): QueryTerm {
  return { tokens, stem: null, isBeginning: false, others };
}

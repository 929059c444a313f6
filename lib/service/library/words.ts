import "server-only";
import { stemmer } from "stemmer";

/**
 * Folds ways of writing into one: compatibility forms, case and diacritics (Unicode NFKC, full
 * case folding, U+0300 to U+036F), and the Latin letters that have no decomposition.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase() // before lower case: only this way ß becomes ss
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

/** Scripts written without spaces: their words are found as runs of characters. */
const UNSPACED =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const WORD = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const NOT_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;

/** A word as the index knows it: the tokens it is made of, and its stem (itself if it has none). */
export type IndexWord = { tokens: string[]; stem: string };

/**
 * Cuts text into words, folded. A word of a script without spaces becomes one token per
 * character, to be found as a phrase; any other word is one token.
 */
export function wordsOf(text: string): IndexWord[] {
  const words: IndexWord[] = [];
  for (const [match] of foldText(text).matchAll(WORD)) {
    if (IS_UNSPACED.test(match)) {
      const characters = [...match.replace(NOT_LETTERS, "")];
      if (characters.length > 0) words.push({ tokens: characters, stem: match });
    } else {
      words.push({ tokens: [match], stem: stemmer(match) || match });
    }
  }
  return words;
}

/**
 * The text to put into the index: every word followed by its stem where that differs, so that a
 * whole word is found by its stem and the beginning of a word by its letters.
 */
export function indexText(text: string): string {
  return wordsOf(text)
    .map(({ tokens, stem }) =>
      tokens.length === 1 && tokens[0] !== stem ? `${tokens[0]} ${stem}` : tokens.join(" "),
    )
    .join(" ");
}

/** The tokens of a text in order, to compare whole names by. */
export function tokensOf(text: string): string {
  return wordsOf(text)
    .flatMap(({ tokens }) => tokens)
    .join(" ");
}

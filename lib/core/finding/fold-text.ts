/** Marks that Latin, Greek, Cyrillic, Arabic and Hebrew may be written without, and the tatweel. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0640]|(?=\p{M})[\p{scx=Arab}\p{scx=Hebr}]/gu;

/**
 * Folds spellings of one word into one: compatibility forms, case and diacritics (Unicode NFKC, full
 * case folding, U+0300 to U+036F), vowel marks of Arabic and Hebrew, and the Latin letters that have
 * no decomposition.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(OPTIONAL_MARKS, "")
    .toUpperCase() // first, because only that turns ß into ss
    .toLowerCase()
    .normalize("NFKD")
    .replace(OPTIONAL_MARKS, "")
    .replace(/[ςøłđħŧðþßæœı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");
}

const LETTERS: Record<string, string> = {
  ς: "σ",
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ŧ: "t",
  ð: "d",
  þ: "th",
  ß: "ss", // ẞ, which folds to ß
  æ: "ae",
  œ: "oe",
  ı: "i",
};

const APOSTROPHES = /[’‘‛ʼʻʽʾʿ`´′＇]/g;
/** "l’été" is "été" with an article. */
const ELISIONS = /(?<![\p{L}\p{N}\p{M}'])(?:[cdjlmnst]|qu)'(?=\p{L})/giu;

/**
 * Removes the characters that searches ignore: invisible ones, such as soft hyphens and the variation
 * selectors of emoji; skin tones; and elided articles. Every apostrophe becomes U+0027.
 */
export function searchableText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{DI}|\u20e3|[\u{1f3fb}-\u{1f3ff}]/gu, "")
    .replace(APOSTROPHES, "'")
    .replace(ELISIONS, "");
}

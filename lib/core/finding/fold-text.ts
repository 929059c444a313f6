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

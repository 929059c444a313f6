/** Marks that Latin, Greek, Cyrillic, Arabic and Hebrew may be written without, and the tatweel. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0640]|(?=\p{M})[\p{scx=Arab}\p{scx=Hebr}]/gu;

/**
 * Folds spellings of one word into one: compatibility forms, case and diacritics (Unicode NFKC, full
 * case folding, U+0300 to U+036F), vowel marks of Arabic and Hebrew, Latin letters that have no
 * decomposition, Arabic letters that keyboards exchange, and the digits of all scripts.
 */
export function foldText(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(OPTIONAL_MARKS, "")
    .toUpperCase() // first, because only that turns ß into ss
    .toLowerCase()
    .normalize("NFKD")
    .replace(OPTIONAL_MARKS, "")
    .replace(/[ςøłđħŧðþßæœıىیةکہ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\P{Nd}0-9]/gu, digitOf)
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
  ى: "ي",
  ی: "ي",
  ة: "ه",
  ہ: "ه",
  ک: "ك",
};

/** The ten digits of a script follow its zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value % 10);
}

const APOSTROPHES = /[’‘‛ʼʻʽʾʿ`´′＇]/g;
/** "l’été" is "été" with an article. */
const ELISIONS = /(?<![\p{L}\p{N}\p{M}'])(?:[cdjlmnst]|qu)'(?=\p{L})/giu;

/** Without the tags, by which a black flag is that of Scotland. */
const IGNORED = /(?![\u{e0061}-\u{e007a}])\p{DI}|[\u20e3™℠]|[\u{1f3fb}-\u{1f3ff}]/gu;

/** Writes "AT & T" as "AT&T". */
export function joinedByAnd(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}\p{M}])(\p{L}{1,2}) & (?=\p{L}(?![\p{L}\p{N}\p{M}]))/gu,
    "$1&",
  );
}

/**
 * Removes the characters that searches ignore: invisible ones, such as soft hyphens and the variation
 * selectors of emoji; skin tones; signs of trademarks; and elided articles. Every apostrophe becomes
 * U+0027, and a sharp "#".
 */
export function searchableText(text: string): string {
  return joinedByAnd(text.normalize("NFC"))
    .replace(IGNORED, "")
    .replace(APOSTROPHES, "'")
    .replaceAll("♯", "#")
    .replace(ELISIONS, "");
}

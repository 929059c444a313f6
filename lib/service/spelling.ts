import "server-only";
import { foldText } from "@/lib/core/finding/fold-text";

/** The letters of folded words, by script. */
const ALPHABETS = [
  "abcdefghijklmnopqrstuvwxyz",
  "абвгдежзиклмнопрстуфхцчшщъыьэюя",
  "αβγδεζηθικλμνξοπρστυφχψω",
];

/** In shorter words, one edit too often gives a different word: "tide", "tile". */
const SWAP_CHARACTERS_MIN = 4;
const EDIT_CHARACTERS_MIN = 5;
/** In shorter words, the first letter is assumed correct: "hands", "bands". */
const FIRST_LETTER_CHARACTERS_MIN = 7;

/**
 * Returns the folded texts one edit away from a word: two adjacent letters swapped, or a letter
 * removed, added or replaced. Words of four letters get only swaps; shorter words get nothing. The
 * first letter is edited only in words of seven letters or more.
 */
export function oneEditFrom(word: string): string[] {
  const letters = [...foldText(word)];
  if (letters.length < SWAP_CHARACTERS_MIN) return [];
  const edits = new Set<string>();
  const edit = (at: number, removed: number, ...added: string[]) =>
    edits.add(letters.toSpliced(at, removed, ...added).join(""));
  const first = letters.length < FIRST_LETTER_CHARACTERS_MIN ? 1 : 0;
  for (let i = first + 1; i < letters.length; i++) {
    edit(i - 1, 2, letters[i] as string, letters[i - 1] as string);
  }
  if (letters.length >= EDIT_CHARACTERS_MIN) {
    const alphabet = ALPHABETS.find((each) => letters.some((letter) => each.includes(letter)));
    for (let i = first; i < letters.length; i++) edit(i, 1);
    for (const letter of alphabet ?? "") {
      for (let i = first; i <= letters.length; i++) edit(i, 0, letter);
      for (let i = first; i < letters.length; i++) edit(i, 1, letter);
    }
  }
  edits.delete(letters.join(""));
  return [...edits];
}

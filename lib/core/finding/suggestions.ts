import { foldText } from "./fold-text";

const SUGGESTIONS_MAX = 8;
/** A longer name is a sentence. */
const NAME_LENGTH_MAX = 60;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Returns completions of a text, from pictures that have its words, the last one as a beginning: the text
 * with the whole of its last word, the most frequent first, and then the names that begin with the
 * text.
 */
export function suggestionsFor(
  text: string,
  pictures: readonly { name: string; keywords: readonly string[] }[],
): string[] {
  const [last = ""] = /[\p{L}\p{N}\p{M}]+$/u.exec(text) ?? [];
  const typed = foldText(last);
  const before = text.slice(0, text.length - last.length).trimStart();
  const counts = new Map<string, number>();
  for (const { name, keywords } of typed === "" ? [] : pictures) {
    const words = [name, ...keywords].flatMap((each) => each.match(WORD) ?? []);
    for (const word of new Set(words.map((each) => each.toLocaleLowerCase()))) {
      const folded = foldText(word);
      if (folded === typed || !folded.startsWith(typed)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const completed = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([word]) => `${before}${word}`);
  const whole = foldText(text.trim());
  const names = pictures
    .map(({ name }) => name)
    .filter((name) => name.length <= NAME_LENGTH_MAX && foldText(name).startsWith(whole));
  const all = new Map(
    [...completed.slice(0, SUGGESTIONS_MAX - 2), ...names, ...completed].map((each) => [
      foldText(each),
      each,
    ]),
  );
  all.delete(whole);
  return whole === "" ? [] : [...all.values()].slice(0, SUGGESTIONS_MAX);
}

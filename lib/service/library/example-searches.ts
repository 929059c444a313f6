import "server-only";
import { foldText } from "@/lib/core/finding/fold-text";
import { termsOf } from "@/lib/core/finding/index-terms";
import { readQuestion } from "@/lib/core/finding/question";
import { splitSubject } from "@/lib/core/finding/search-text";
import type { LibraryPicture } from "@/lib/state/library-store";

const EXAMPLES_MAX = 5;
const CHARACTERS_MAX = 30;
/** Excludes numbers and single letters, which occur in file names and describe nothing. */
const HAS_TEXT = /\p{L}{3}/u;

/**
 * Returns searches, keywords or words of subjects, that find some of these pictures. Each further
 * search finds as many pictures as possible that the earlier searches do not find.
 */
export function exampleSearches(
  pictures: readonly Pick<LibraryPicture, "name" | "keywords">[],
): string[] {
  const examples: string[] = [];
  let left = pictures.map(textsOf);
  while (left.length > 0 && examples.length < EXAMPLES_MAX) {
    const counts = new Map<string, number>();
    for (const text of left.flat()) counts.set(text, (counts.get(text) ?? 0) + 1);
    const [best] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0]);
    if (best === "") break;
    examples.push(best);
    const stems = new Set(termsOf(best).map(({ stem }) => stem));
    left = left
      .filter((texts) => !texts.includes(best))
      .map((texts) => texts.filter((text) => !termsOf(text).some(({ stem }) => stems.has(stem))));
  }
  return examples;
}

/** Returns the texts that find a picture, without duplicates, in lower case. */
function textsOf({ name, keywords }: Pick<LibraryPicture, "name" | "keywords">): string[] {
  const { words } = readQuestion(splitSubject(name).subject);
  const shown = words.filter(({ weight }) => weight === "subject").map(({ text }) => text);
  const texts = [...shown, ...keywords];
  const byText = new Map(texts.map((text) => [foldText(text), text.toLocaleLowerCase()]));
  return [...byText.values()].filter(
    (text) => text.length <= CHARACTERS_MAX && HAS_TEXT.test(text),
  );
}

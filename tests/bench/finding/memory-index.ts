import { indexedText, termsOf } from "@/lib/core/finding/index-terms";
import type { Attempt } from "@/lib/core/finding/question";

/** A plain inverted index over names. */
export function createMemoryIndex(names: readonly string[]) {
  const postings = new Map<string, Set<number>>();
  const texts = names.map((name) => ` ${indexedText(name)} `);
  const lengths = names.map((name) => termsOf(name).length);
  for (const [number, text] of texts.entries()) {
    for (const token of text.trim().split(" ")) {
      postings.set(token, (postings.get(token) ?? new Set()).add(number));
    }
  }
  const tokens = [...postings.keys()];

  function having({ tokens: phrase, stem, isBeginning }: Attempt["terms"][number]): Set<number> {
    const [token = ""] = phrase;
    if (phrase.length > 1) {
      const first = postings.get(token) ?? [];
      return new Set(
        [...first].filter((number) => texts[number]?.includes(` ${phrase.join(" ")} `)),
      );
    }
    const whole = postings.get(stem) ?? new Set();
    if (!isBeginning) return whole;
    const begun = tokens.filter((each) => each.startsWith(token));
    return new Set([...whole, ...begun.flatMap((each) => [...(postings.get(each) ?? [])])]);
  }

  return {
    /** Returns the numbers of the names that match, those with fewer words first. */
    find({ terms, without }: Attempt): number[] {
      const [first = new Set<number>(), ...others] = terms.map(having);
      const excluded = without.map(having);
      return [...first]
        .filter((number) => others.every((each) => each.has(number)))
        .filter((number) => !excluded.some((each) => each.has(number)))
        .sort((one, other) => (lengths[one] ?? 0) - (lengths[other] ?? 0) || one - other);
    },
  };
}

/**
 * Returns what a folded word has in common with its regular English inflections: "danc" for "dancing",
 * but "organic" for "organic". Steps 1 and 5a of Porter's stemmer ("An algorithm for suffix
 * stripping", 1980), which remove inflections, without the steps that turn one word into another.
 */
export function stemByRules(token: string): string {
  if (!/^[a-z]{3,}$/.test(token)) return token;
  return withoutSilentE(withoutVerbEnding(withoutPlural(token)));
}

/** Vowels, a consonant, and nothing after it: "mak" of "making", but not "eat" of "eating". */
const IS_SHORT = /^[^aeiou]*[aeiouy][^aeiouywx]$/;

function withoutPlural(word: string): string {
  if (word.length < 4 || /(?:[sui]s|[^s])$/.test(word)) return word;
  return /..ies$/.test(word) ? word.replace(/ies$/, "y") : word.slice(0, -1);
}

function withoutVerbEnding(word: string): string {
  if (/..ied$/.test(word)) return word.replace(/ied$/, "y");
  const [, start = ""] = /^(.*[aeiouy].*)(?:(?<![^aeiou]e)ed|ing)$/.exec(word) ?? [];
  if (start.length < 2) return word;
  if (/(?:at|bl|iz)$/.test(start) || IS_SHORT.test(start)) return `${start}e`;
  return start.replace(/([^aeioulsz])\1$/, "$1");
}

function withoutSilentE(word: string): string {
  const start = word.replace(/ie$/, "y").replace(/e$/, "");
  const isSpoken = !/[aeiouy][^aeiouy]/.test(start) || IS_SHORT.test(start);
  return word.length < 4 || (isSpoken && word.endsWith("e")) ? word : start;
}

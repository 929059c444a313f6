import "server-only";
import { type IndexWord, wordsOf } from "./words";

/** Words that say nothing about a picture; asked for only when there are no others. */
const SMALL_WORDS = new Set(
  "a an and at by d for from in l le la of on or s t the to with".split(" "),
);

/** A single letter would match a tenth of the library as a beginning. */
const PREFIX_CHARACTERS_MIN = 2;

/**
 * How many tokens are looked up, each of which may stand in every picture: the index reads all its
 * places. With 24, the slowest search found in a library of 100,000 takes a quarter of a second.
 */
const TOKENS_MAX = 24;

/**
 * Writes a visitor's words as a full-text expression of SQLite: every word is required by its
 * stem, the last also as the beginning of a word. Null if the text holds no word at all. What
 * comes after the first 24 tokens of different words is not asked for.
 *
 * Nothing of the text is interpreted: only letters, digits and marks come through, each word in
 * quotes (SQLite FTS5 §3).
 */
export function matchExpression(text: string): string | null {
  const words = wordsOf(text);
  const last = words.at(-1);
  const telling = words.filter((word) => !isSmall(word));
  const required = telling.length > 0 ? telling : words;
  const terms = new Set<string>();
  let tokensLeft = TOKENS_MAX;
  for (const word of required) {
    const bounded = { ...word, tokens: word.tokens.slice(0, tokensLeft) };
    const written = word === last ? lastTerm(bounded) : term(bounded);
    if (terms.has(written)) continue;
    terms.add(written);
    tokensLeft -= bounded.tokens.length;
    if (tokensLeft === 0) break;
  }
  return terms.size === 0 ? null : [...terms].join(" AND ");
}

function isSmall({ tokens }: IndexWord): boolean {
  return tokens.length === 1 && SMALL_WORDS.has(tokens[0] ?? "");
}

function term({ tokens, stem }: IndexWord): string {
  return tokens.length === 1 ? `"${stem}"` : `"${tokens.join(" ")}"`;
}

function lastTerm(word: IndexWord): string {
  const [token = ""] = word.tokens;
  if (word.tokens.length > 1 || token.length < PREFIX_CHARACTERS_MIN) return term(word);
  return `(${term(word)} OR "${token}"*)`;
}

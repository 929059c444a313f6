import "server-only";
import { type QueryTerm, termsOf } from "@/lib/core/finding/index-terms";
import type { SearchText } from "@/lib/core/finding/search-text";

/** PostgreSQL's limits: 16,383 for a position, 2,046 bytes for a lexeme (§12.11). */
const POSITION_MAX = 16_383;
const LEXEME_CHARACTERS_MAX = 500;

/** Letters of PostgreSQL's weights, best first. */
const WEIGHTS = { subject: "A", details: "B", folder: "C" } as const;

/**
 * Formats the texts of a picture as a `tsvector` (PostgreSQL §8.11.1). A token and its stem share one
 * position. A gap between two texts prevents a phrase from spanning them. PostgreSQL's own parser is
 * not used: it would split the tokens differently, depending on the database's locale.
 */
export function searchVector(text: SearchText): string {
  const places = new Map<string, Set<string>>();
  let position = 0;
  const add = (lexeme: string, field: keyof typeof WEIGHTS) => {
    const each = places.get(quoted(lexeme)) ?? new Set();
    places.set(quoted(lexeme), each.add(`${Math.min(position, POSITION_MAX)}${WEIGHTS[field]}`));
  };
  for (const field of ["subject", "details", "folder"] as const) {
    for (const { tokens, stem } of termsOf(text[field])) {
      for (const token of tokens) {
        position += 1;
        add(token, field);
        if (tokens.length === 1 && stem !== token) add(stem, field);
      }
    }
    position += 1;
  }
  return [...places].map(([lexeme, each]) => `${lexeme}:${[...each].join(",")}`).join(" ");
}

/** Formats terms as a `tsquery` that requires each of them, or any, in a text with one of `weights`. */
export function searchQuery(
  terms: readonly QueryTerm[],
  weights: string,
  { isAnyTerm = false }: { isAnyTerm?: boolean } = {},
): string {
  return terms
    .map(({ tokens, stem, isBeginning }) => {
      if (tokens.length > 1) {
        return `(${tokens.map((token) => `${quoted(token)}:${weights}`).join(" <-> ")})`;
      }
      const word = `${quoted(stem)}:${weights}`;
      return isBeginning ? `(${word} | ${quoted(tokens[0] ?? "")}:*${weights})` : word;
    })
    .join(isAnyTerm ? " | " : " & ");
}

/** Tokens and stems consist of letters, digits and marks, so nothing in them needs escaping. */
function quoted(lexeme: string): string {
  return `'${[...lexeme].slice(0, LEXEME_CHARACTERS_MAX).join("")}'`;
}

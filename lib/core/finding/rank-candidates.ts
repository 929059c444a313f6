import { type QueryTerm, STEM_MARK, stemOf } from "./index-terms";

/**
 * A picture that may answer a query. `number` grows with the order of import. `nameTokens` are those of
 * its whole name (`tokensOf`), `text` what the index has of it (`indexedText`).
 */
export type Candidate = { number: number; nameTokens: string; text: string };

/** Whether an indexed text has a term. */
export function hasTerm(text: string, { tokens, stem, isBeginning, others }: QueryTerm): boolean {
  const spaced = ` ${text} `;
  const has = (word: string) => spaced.includes(` ${word} `);
  if (has(tokens.join(" ")) || others.some(has)) return true;
  if (stem !== null && (has(stem) || has(`${STEM_MARK}${stem}`))) return true;
  return isBeginning && spaced.includes(` ${tokens[0]}`);
}

/** Whether one of the tokens is a regular inflection of a term. */
const hasForm = (tokens: readonly string[], { stem }: QueryTerm) =>
  stem !== null &&
  tokens.some((token) => token.startsWith(stem.slice(0, 2)) && stemOf(token) === stem);

/**
 * Returns candidates of one tier, best first: with all terms in the name in the order of the query, then
 * with all terms in the name, then the others. Equal ones: fewer tokens in the name first, then by import.
 */
export function rankByName<C extends Candidate>(
  candidates: readonly C[],
  terms: readonly QueryTerm[],
): C[] {
  const phrase = terms.map(({ tokens }) => tokens.join(" ")).join(" ");
  return candidates
    .map((candidate) => {
      const { nameTokens } = candidate;
      const tokens = nameTokens.split(" ");
      const isNamed = terms.every((term) => hasTerm(nameTokens, term) || hasForm(tokens, term));
      const isInOrder = terms.length === 1 || ` ${nameTokens} `.includes(` ${phrase} `);
      return { candidate, place: Number(!isNamed) + Number(!isInOrder), length: tokens.length };
    })
    .sort(
      (one, other) =>
        one.place - other.place ||
        one.length - other.length ||
        one.candidate.number - other.candidate.number,
    )
    .map(({ candidate }) => candidate);
}

import type { QueryTerm } from "./index-terms";

/**
 * A picture that may answer a query. `number` grows with the order of import. `nameTokens` are those of
 * its whole name (`tokensOf`), `text` what the index has of it (`indexedText`).
 */
export type Candidate = { number: number; nameTokens: string; text: string };

/** Whether an indexed text has a term. */
export function hasTerm(text: string, { tokens, stem, isBeginning }: QueryTerm): boolean {
  const spaced = ` ${text} `;
  if (tokens.length > 1) return spaced.includes(` ${tokens.join(" ")} `);
  return spaced.includes(` ${stem} `) || (isBeginning && spaced.includes(` ${tokens[0]}`));
}

/** Returns equally good candidates in their order: fewer tokens in the name first, then by import. */
export function rankByName<C extends Candidate>(candidates: readonly C[]): C[] {
  return candidates
    .map((candidate) => ({ candidate, nameLength: candidate.nameTokens.split(" ").length }))
    .sort(
      (one, other) =>
        one.nameLength - other.nameLength || one.candidate.number - other.candidate.number,
    )
    .map(({ candidate }) => candidate);
}

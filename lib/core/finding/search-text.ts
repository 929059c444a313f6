import { foldText } from "./fold-text";
import { PREPOSITIONS, STOP_TOKENS } from "./index-terms";

/** The texts that a search of the library looks at. */
export type SearchText = {
  /** For exact names. */
  name: string;
  /** What the picture shows; matches rank first. */
  subject: string;
  /** Keywords, the file's name and the rest of the name. */
  details: string;
  /** Folders, description, place, year, camera and creator; matches rank last. */
  context: string;
};

/** Divides the texts about a picture by rank. */
export function searchTextOf({
  name,
  keywords,
  context,
}: Pick<SearchText, "name" | "context"> & { keywords: readonly string[] }): SearchText {
  const { subject, rest } = splitSubject(name);
  return { name, subject, details: [...keywords, rest].join(" "), context };
}

/**
 * Splits a name before the first preposition that follows a significant word: "Two boats" and "below
 * the mountains". Without such a preposition, the whole name is the subject.
 */
export function splitSubject(name: string): { subject: string; rest: string } {
  let hasBegun = false;
  for (const { 0: word, index } of name.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const token = foldText(word);
    if (!PREPOSITIONS.has(token)) hasBegun ||= !STOP_TOKENS.has(token);
    else if (hasBegun) return { subject: name.slice(0, index), rest: name.slice(index) };
  }
  return { subject: name, rest: "" };
}

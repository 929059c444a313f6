import { foldText, STOP_TOKENS } from "./index-terms";

/** The texts that searches of the library look in. */
export type SearchText = {
  /** For exact names. */
  name: string;
  /** What the picture shows; matches rank first. */
  subject: string;
  /** Keywords, the file's name and the rest of the name. */
  details: string;
  /** Folders and description; matches rank last. */
  folder: string;
};

/** Divides the texts about a picture by rank. */
export function searchTextOf({
  name,
  keywords,
  folder,
}: Pick<SearchText, "name" | "folder"> & { keywords: readonly string[] }): SearchText {
  const { subject, rest } = splitSubject(name);
  return { name, subject, details: [...keywords, rest].join(" "), folder };
}

/**
 * English prepositions that end the subject of a name: what follows says where it is, or with what.
 * "of" is not one of them, as in "A bowl of tea".
 */
const PREPOSITIONS = new Set(
  `above across after against along amid among around at before behind below beneath beside between
  beyond by down during for from in inside into near off on onto over past through to toward towards
  under up with within without`.split(/\s+/),
);

/**
 * Splits a name before the first preposition that follows a significant word: "Two boats" and "below
 * the mountains". A name without one is all subject.
 */
function splitSubject(name: string): { subject: string; rest: string } {
  let hasBegun = false;
  for (const { 0: word, index } of name.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const token = foldText(word);
    if (!PREPOSITIONS.has(token)) hasBegun ||= !STOP_TOKENS.has(token);
    else if (hasBegun) return { subject: name.slice(0, index), rest: name.slice(index) };
  }
  return { subject: name, rest: "" };
}

import { keep, readKept } from "./kept-setting";

/** More than fit two lines are no help. */
const RECENT_MAX = 6;
const NAME = "vitrine.recent";
const OFF = "off";

/** As kept: a list, or the wish that none be kept. */
export type RecentSearches = { isKept: boolean; words: readonly string[] };

/** The text under which it is kept; made comparable for React by being text. */
export function recentText(): string {
  return readKept(NAME) ?? "[]";
}

/** Reads what `recentText` gave; anything unreadable counts as an empty list. */
export function parseRecent(text: string): RecentSearches {
  if (text === OFF) return { isKept: false, words: [] };
  try {
    const list: unknown = JSON.parse(text);
    const words = Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
    return { isKept: true, words: words.slice(0, RECENT_MAX) };
  } catch {
    return { isKept: true, words: [] };
  }
}

/** Puts a search at the head of the list, unless none is to be kept. */
export function rememberSearch(words: string): void {
  const recent = parseRecent(recentText());
  if (!recent.isKept || recent.words[0] === words) return;
  const others = recent.words.filter((other) => other !== words);
  keep(NAME, JSON.stringify([words, ...others].slice(0, RECENT_MAX)));
}

export function forgetSearch(words: string): void {
  const recent = parseRecent(recentText());
  keep(NAME, JSON.stringify(recent.words.filter((other) => other !== words)));
}

/** Switches the list off, which empties it, or on again. */
export function keepSearches(isKept: boolean): void {
  keep(NAME, isKept ? null : OFF);
}

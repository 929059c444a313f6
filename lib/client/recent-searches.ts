import type { SearchQuery } from "@/lib/contract/search-query";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { readSetting, saveSetting } from "./saved-setting";

/** The last search, and a row of five. */
const RECENT_MAX = 6;
const NAME = "vitrine.recent";
const OFF = "off";

/** Returns the saved list as text, which React can compare. */
export function recentText(): string {
  return readSetting(NAME) ?? "[]";
}

/**
 * Parses the result of `recentText`. Returns the searches as query strings, newest first; null if
 * saving is off; an empty list for unreadable text.
 */
export function parseRecent(text: string): string[] | null {
  if (text === OFF) return null;
  try {
    return JSON.parse(text).filter((item: unknown) => textOf(item));
  } catch {
    return [];
  }
}

/** Puts a search at the top of the list, instead of the same text, unless saving is off. */
export function saveSearch(query: SearchQuery): void {
  const others = parseRecent(recentText())?.filter((search) => textOf(search) !== query.q);
  if (others) save([formatSearchQuery(query), ...others]);
}

/**
 * Removes a search, given as a query string, from the list. Returns a function that puts it back at
 * its place, unless the list has its text again, or saving is off.
 */
export function removeSearch(search: string): () => void {
  const before = parseRecent(recentText()) ?? [];
  save(before.filter((other) => other !== search));
  return () => {
    const now = parseRecent(recentText());
    if (now === null || now.some((other) => textOf(other) === textOf(search))) return;
    save(now.toSpliced(before.indexOf(search), 0, search));
  };
}

/** Turns saving on, or off, which also clears the list. Returns a function that restores both. */
export function setSavingSearches(isOn: boolean): () => void {
  const before = recentText();
  saveSetting(NAME, isOn ? null : OFF);
  return () => saveSetting(NAME, before);
}

function save(searches: readonly string[]): void {
  saveSetting(NAME, JSON.stringify(searches.slice(0, RECENT_MAX)));
}

function textOf(search: unknown): string | null {
  return new URLSearchParams(String(search)).get("q");
}

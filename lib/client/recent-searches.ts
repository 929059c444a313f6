import type { SearchQuery } from "@/lib/contract/search-query";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { readSetting, saveSetting } from "./saved-setting";

/** The last one, and a row of five. */
const RECENT_MAX = 6;
const NAME = "vitrine.recent";
const OFF = "off";

/** The saved list as text, which React can compare. */
export function recentText(): string {
  return readSetting(NAME) ?? "[]";
}

/**
 * Parses the result of `recentText`: the searches as query strings, the newest first. Null where
 * saving is off; unreadable text is an empty list.
 */
export function parseRecent(text: string): string[] | null {
  if (text === OFF) return null;
  try {
    return JSON.parse(text).filter((item: unknown) => textOf(item));
  } catch {
    return [];
  }
}

/** Puts a search at the head of the list, instead of one with the same text, unless saving is off. */
export function saveSearch(query: SearchQuery): void {
  const others = parseRecent(recentText())?.filter((search) => textOf(search) !== query.q);
  if (others) save([formatSearchQuery(query), ...others]);
}

/** Removes a search, a query string, from the list. */
export function removeSearch(search: string): void {
  save((parseRecent(recentText()) ?? []).filter((other) => other !== search));
}

/** Turns saving off, which empties the list, or on. */
export function setSavingSearches(isOn: boolean): void {
  saveSetting(NAME, isOn ? null : OFF);
}

function save(searches: readonly string[]): void {
  saveSetting(NAME, JSON.stringify(searches.slice(0, RECENT_MAX)));
}

function textOf(search: unknown): string | null {
  return new URLSearchParams(String(search)).get("q");
}

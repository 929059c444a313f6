import { readSetting, saveSetting } from "./saved-setting";

/** About two lines of the home page. */
const RECENT_MAX = 6;
const NAME = "vitrine.recent";
const OFF = "off";

/** The newest first; empty where saving is off. */
export type SavedSearches = { isOn: boolean; queries: readonly string[] };

/** The saved list as text, which React can compare. */
export function recentText(): string {
  return readSetting(NAME) ?? "[]";
}

/** Parses the result of `recentText`; unreadable text is an empty list. */
export function parseRecent(text: string): SavedSearches {
  if (text === OFF) return { isOn: false, queries: [] };
  try {
    const list: unknown = JSON.parse(text);
    const queries = Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
    return { isOn: true, queries: queries.slice(0, RECENT_MAX) };
  } catch {
    return { isOn: true, queries: [] };
  }
}

/** Puts a search at the head of the list, unless saving is off. */
export function saveSearch(query: string): void {
  const recent = parseRecent(recentText());
  if (!recent.isOn || recent.queries[0] === query) return;
  const others = recent.queries.filter((other) => other !== query);
  saveSetting(NAME, JSON.stringify([query, ...others].slice(0, RECENT_MAX)));
}

export function forgetSearch(query: string): void {
  const recent = parseRecent(recentText());
  saveSetting(NAME, JSON.stringify(recent.queries.filter((other) => other !== query)));
}

/** Turns saving off, which empties the list, or on. */
export function setSavingSearches(isOn: boolean): void {
  saveSetting(NAME, isOn ? null : OFF);
}

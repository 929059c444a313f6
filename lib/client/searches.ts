import type { SearchOutcome } from "@/lib/core/query/search-outcome";
import { dropOldest } from "./drop-oldest";
import { fetchSearch, fetchSearchAgain } from "./fetch-search";

/** A search that this page has sent. While it is repeated, its last outcome stays. */
export type SentSearch = { outcome: SearchOutcome | undefined; isWaiting: boolean };

/** An answer of 100 images takes about 60 KB. */
const SEARCHES_MAX = 50;

/**
 * The searches of this tab by API URL, until the page unloads. A search may cost money, so none is
 * sent twice by itself: an outcome, even a failure, stays until a visitor repeats the search.
 */
const searches = new Map<string, SentSearch>();
const listeners = new Set<() => void>();

/** Returns the same object until the search changes. */
export function sentSearch(url: string): SentSearch | undefined {
  return searches.get(url);
}

/** Calls `listener` when any search changes. Returns a function that ends that. */
export function onSearchChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds outcomes that the server rendered, by API URL. */
export function addOutcomes(outcomes: Readonly<Record<string, SearchOutcome>>): void {
  for (const [url, outcome] of Object.entries(outcomes)) {
    if (!searches.has(url)) set(url, { outcome, isWaiting: false });
  }
}

/**
 * Sends a search, unless this tab has sent it before. With `mayPay`, it may cost money: only for a
 * visitor's act, and so neither for Back nor for a restored page. `isRepeated` sends it again unless it
 * is waited for.
 */
export function startSearch(
  url: string,
  { mayPay, isRepeated = false }: { mayPay: boolean; isRepeated?: boolean },
): void {
  const sent = searches.get(url);
  if (sent === undefined || (isRepeated && !sent.isWaiting)) {
    void send(url, fetchSearch(url, mayPay), false);
  }
}

/** As `startSearch`, for an act that asks for a search: one that failed is sent again. */
export function submitSearch(url: string, mayPay: boolean): void {
  // A stale answer is no failure: refining it must not send its search.
  startSearch(url, { mayPay, isRepeated: searches.get(url)?.outcome?.kind === "failure" });
}

/** Searches again, bypassing the server's cache. May cost money. */
export function searchAgain(url: string): void {
  if (searches.get(url)?.isWaiting !== true) void send(url, fetchSearchAgain(url), true);
}

/** Removes all searches, so that each test begins without any. */
export function clearSearches(): void {
  searches.clear();
}

async function send(url: string, sent: Promise<SearchOutcome>, isAgain: boolean): Promise<void> {
  const before = searches.get(url)?.outcome;
  set(url, { outcome: before, isWaiting: true });
  const next = await sent;
  set(url, { outcome: isAgain ? keepAnswer(next, before) : next, isWaiting: false });
}

/** Returns the outcome to show: a failure does not replace an answer, but adds its code to it. */
function keepAnswer(next: SearchOutcome, before: SearchOutcome | undefined): SearchOutcome {
  if (next.kind === "answer" && next.answer.from === "cache") {
    return { ...next, failed: "answered_just_now" };
  }
  if (next.kind === "answer" || before?.kind !== "answer") return next;
  const { code, searchesUsed = 0 } = next.failure;
  return { ...before, failed: code, failureUsed: searchesUsed };
}

function set(url: string, search: SentSearch): void {
  searches.delete(url);
  searches.set(url, search);
  dropOldest(searches, SEARCHES_MAX);
  for (const listener of listeners) listener();
}

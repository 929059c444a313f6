import type { RecentAnswer } from "@/lib/contract/shelf";

/** The server's information on recent searches, by query string; null if it has none. */
export type RecentAnswers = Readonly<Record<string, RecentAnswer | null>>;

/**
 * Asks the server about searches, given as query strings. This costs no search.
 *
 * @throws if the server is unreachable or fails, and when `signal` aborts
 */
export async function fetchRecentAnswers(
  searches: readonly string[],
  signal: AbortSignal | null = null,
): Promise<RecentAnswers> {
  const body = new URLSearchParams(searches.map((search) => ["search", search]));
  const response = await fetch("/api/recent", { method: "POST", body, signal });
  if (!response.ok) throw new Error(`${response.status}`);
  const answers = (await response.json()) as (RecentAnswer | null)[];
  return Object.fromEntries(searches.map((search, i) => [search, answers[i] ?? null]));
}

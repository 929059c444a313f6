import "server-only";

/** The header in which the remote service takes its key (the interface, "Authentication"). */
export type KeyHeader = "x-api-key" | "bearer";

/** The remote search service: its base URL without `/v1/search`, and its key. */
export type RemoteServiceConfig = { url: string; key: string; keyHeader: KeyHeader };

export type SpendingConfig = {
  /** Paid searches per month (UTC). */
  monthlySearches: number;
  /** How long an answer is fresh, in minutes. */
  cacheMinutes: number;
  /** How old an answer may be that is served when the service fails, in hours. */
  staleHours: number;
  /** Whether a cached answer with a larger count serves a smaller one. */
  hasNarrowing: boolean;
  /** New searches of one visitor per minute, and per day. */
  visitorPerMinute: number;
  visitorPerDay: number;
};

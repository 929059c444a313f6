import type { ErrorCode } from "./errors";

/**
 * What a new search costs a visitor, and whether this server would send it now. Every page and every
 * act that begins a search derives from it (docs/decisions/0061-one-statement-of-what-a-search-costs.md).
 */
export type SearchOffer = {
  cost: "paid" | "free";
  /** Why this server would not send a new search; null if it would. */
  refusal: Refusal | null;
  /** This month's searches of the service (UTC); null if searches are free, or the count is unknown. */
  budget: { limit: number; used: number } | null;
  /** The visitor's remaining searches of today, and the limit that applies; null like `budget`. */
  today: { left: number; limit: number } | null;
};

export type Refusal = {
  code: ErrorCode;
  /** Whole seconds until this server sends a search; null if unknown. */
  retryAfterSeconds: number | null;
  /** That time, rounded up to a minute: ISO 8601 in UTC; null if unknown. */
  endsAt: string | null;
};

/** What our own service answers costs nothing. */
export const FREE_SEARCH: SearchOffer = { cost: "free", refusal: null, budget: null, today: null };

const MINUTE_MS = 60_000;

/** Returns the refusal of searches until `retryAfterSeconds` after `nowMs`. */
export function refusalUntil(
  { code, retryAfterSeconds }: { code: ErrorCode; retryAfterSeconds?: number | undefined },
  nowMs: number,
): Refusal {
  if (retryAfterSeconds === undefined) return { code, retryAfterSeconds: null, endsAt: null };
  const endsAtMs = Math.ceil((nowMs + retryAfterSeconds * 1000) / MINUTE_MS) * MINUTE_MS;
  return { code, retryAfterSeconds, endsAt: new Date(endsAtMs).toISOString() };
}

/**
 * Returns the cost of an act that begins a new search, as the messages' parameter; null if the server
 * would refuse it, so that no page may offer it.
 */
export function offeredCost({ cost, refusal }: SearchOffer): SearchOffer["cost"] | null {
  return refusal === null ? cost : null;
}

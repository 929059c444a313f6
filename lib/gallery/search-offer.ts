import "server-only";
import type { ErrorCode } from "@/lib/contract/errors";
import { type Refusal, refusalUntil, type SearchOffer } from "@/lib/contract/search-offer";
import { searchesLeftToday } from "@/lib/core/limits/budget-pacing";
import type { SearchState } from "@/lib/state/search-state";
import type { CircuitBreaker } from "./circuit-breaker";
import type { SpendingConfig } from "./config";
import { toPausedError } from "./service-guard";
import { withTimeout } from "./watched-state";

/** The errors of a visitor's full windows, and of the budget. */
export const LIMIT_CODES = { minute: "rate_limited", day: "visitor_day_spent" } as const;
export const BUDGET_CODES = { month: "budget_month_spent", day: "budget_day_spent" } as const;

/** How long a page waits for the facts: enough for a database with a round trip of half a second. */
const FACTS_MS = 3_000;

/**
 * Creates the function that states what a visitor's new search costs and whether it would be sent. It
 * reads the same facts as `requestLease` and `reserve`, in one transaction, and changes nothing. Never
 * rejects: while the store cannot be read, no search is sent.
 */
export function createSearchOffer({
  state,
  nowMs,
  nameOf,
  breaker,
  spending,
}: {
  state: SearchState;
  /** The store's time. */
  nowMs: () => number;
  /** Returns a visitor's name in the store. */
  nameOf: (visitor: string) => string;
  breaker: Pick<CircuitBreaker, "refusal">;
  spending: Pick<SpendingConfig, "monthlySearches" | "hasDayPacing" | "visitorPerDay">;
}): (visitor: string) => Promise<SearchOffer> {
  const limit = spending.monthlySearches;
  const policy = { limit, isPaced: spending.hasDayPacing };
  return async (visitor) => {
    const reading = state.searchOffer(nameOf(visitor));
    const facts = await withTimeout(reading, FACTS_MS).catch(() => null);
    if (facts === null) {
      const refusal = refusalUntil({ code: "budget_unknown" }, 0);
      return { cost: "paid", refusal, budget: null, today: null };
    }
    const { pause, fullWindows, verdict, usage, usedToday: usedByVisitor } = facts;
    const refusals: { code: ErrorCode; retryAfterSeconds?: number | undefined }[] = fullWindows.map(
      (full) => ({ ...full, code: LIMIT_CODES[full.limit] }),
    );
    if (pause !== null) refusals.push(toPausedError(pause));
    const broken = breaker.refusal();
    if (broken !== null) refusals.push(broken);
    if (!verdict.isAllowed) {
      const code = BUDGET_CODES[verdict.reason];
      // The next month has no searches either.
      refusals.push(limit > 0 ? { ...verdict, code } : { code });
    }
    return {
      cost: "paid",
      refusal: lastToEnd(refusals.map((each) => refusalUntil(each, nowMs()))),
      budget: { limit, used: usage.usedThisMonth },
      today: searchesLeftToday(
        { ...usage, usedByVisitor, visitorLimit: spending.visitorPerDay },
        policy,
        usage.atMs,
      ),
    };
  };
}

/** Until the last of several refusals has ended, no search is sent. */
function lastToEnd(refusals: readonly Refusal[]): Refusal | null {
  const secondsOf = ({ retryAfterSeconds }: Refusal) =>
    retryAfterSeconds ?? Number.POSITIVE_INFINITY;
  return refusals.toSorted((one, other) => secondsOf(other) - secondsOf(one))[0] ?? null;
}

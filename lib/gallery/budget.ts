import "server-only";
import { decideSpending, type SpendingPolicy } from "@/lib/core/budget-pacing";
import type { SearchLedger } from "@/lib/state/search-ledger";

/** Searches of this month (UTC). */
export type BudgetStatus = { limit: number; used: number };

/** A search that may be sent now, and must be settled or released afterwards. */
export type Reservation = {
  isGranted: true;
  /** After the search was sent, whatever came of it. */
  settle(): Promise<void>;
  /** Only if it is certain that nothing was sent. */
  release(): Promise<void>;
};

export type Budget = ReturnType<typeof createBudget>;

const REFUSAL_CODES = { month: "budget_month_spent", day: "budget_day_spent" } as const;

/**
 * Creates the budget of one service: searches are reserved in the ledger before they are sent,
 * never more than the month's limit, and with pacing spread over the days (`decideSpending`).
 *
 * Without the ledger no search is granted, and `onFailure` gets the error. `clock` should not
 * follow jumps (lib/core/steady-clock.ts).
 */
export function createBudget({
  ledger,
  service,
  policy,
  clock,
  onFailure,
}: {
  ledger: SearchLedger;
  service: string;
  policy: SpendingPolicy;
  clock: () => number;
  onFailure: (cause: unknown) => void;
}) {
  function toReservation(id: string): Reservation {
    // A reservation that cannot be settled stays counted; that is the safe side.
    return {
      isGranted: true,
      settle: () => ledger.settle(id).then(() => undefined, onFailure),
      release: () => ledger.release(id).then(() => undefined, onFailure),
    };
  }

  return {
    /** Reserves one search, or returns the error of the table that says why not. */
    async reserve() {
      try {
        const { verdict, reservationId } = await ledger.reserve(
          service,
          clock(),
          ({ atMs, ...spending }) => decideSpending(spending, policy, atMs),
        );
        if (reservationId !== null) return toReservation(reservationId);
        if (verdict.isAllowed) throw new Error("the ledger allowed a search without reserving it");
        const { reason, retryAfterSeconds } = verdict;
        return { isGranted: false, code: REFUSAL_CODES[reason], retryAfterSeconds } as const;
      } catch (cause) {
        onFailure(cause);
        return { isGranted: false, code: "budget_unknown" } as const;
      }
    },
    /** Null while the ledger cannot be read. */
    async status(): Promise<BudgetStatus | null> {
      try {
        const { usedThisMonth } = await ledger.usage(service, clock());
        return { limit: policy.limit, used: usedThisMonth };
      } catch (cause) {
        onFailure(cause);
        return null;
      }
    },
  };
}

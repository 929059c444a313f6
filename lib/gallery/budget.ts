import "server-only";
import type { ErrorCode } from "@/lib/contract/errors";
import {
  decideSpending,
  type SpendingPolicy,
  type SpendingVerdict,
} from "@/lib/core/budget-pacing";
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

export type BudgetRefusal = {
  isGranted: false;
  code: Extract<ErrorCode, "budget_month_spent" | "budget_day_spent" | "budget_unknown">;
  retryAfterSeconds?: number;
};

export type Budget = {
  reserve(): Promise<Reservation | BudgetRefusal>;
  /** Null while the ledger cannot be read. */
  status(): Promise<BudgetStatus | null>;
};

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
}): Budget {
  function toReservation(id: string): Reservation {
    // A reservation that cannot be settled stays counted; that is the safe side.
    return {
      isGranted: true,
      settle: () => ledger.settle(id).then(() => undefined, onFailure),
      release: () => ledger.release(id).then(() => undefined, onFailure),
    };
  }

  return {
    async reserve() {
      try {
        const { verdict, reservationId } = await ledger.reserve<SpendingVerdict>(
          service,
          clock(),
          ({ atMs, ...spending }) => decideSpending(spending, policy, atMs),
        );
        if (reservationId !== null) return toReservation(reservationId);
        if (verdict.isAllowed) throw new Error("the ledger allowed a search without reserving it");
        const { reason, retryAfterSeconds } = verdict;
        return { isGranted: false, code: REFUSAL_CODES[reason], retryAfterSeconds };
      } catch (cause) {
        onFailure(cause);
        return { isGranted: false, code: "budget_unknown" };
      }
    },
    async status() {
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

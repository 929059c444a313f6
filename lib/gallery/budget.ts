import "server-only";
import { decideSpending, type SpendingVerdict } from "@/lib/core/budget-pacing";
import type { SearchLedger } from "@/lib/state/search-ledger";

/** Searches of this month, in UTC. */
export type BudgetStatus = { limit: number; used: number };

/** One search that may be sent now, and has to be accounted for afterwards. */
export type Reservation = {
  /** After the search was sent, whatever came of it. */
  settle(): Promise<void>;
  /** Only where it is certain that nothing was sent. */
  release(): Promise<void>;
};

export type BudgetRefusal = { reason: "month" | "day" | "unknown"; retryAfterSeconds?: number };

export type Budget = {
  reserve(): Promise<
    { isGranted: true; reservation: Reservation } | { isGranted: false; refusal: BudgetRefusal }
  >;
  /** Null while the ledger can't be read. */
  status(): Promise<BudgetStatus | null>;
};

/**
 * Searches that each process may send while the ledger can't be reached, and how many of a month's
 * are put by for that: enough for two processes. A process that never saw the ledger sends none.
 */
const BLIND_SEARCHES = 2;
const BLIND_SEARCHES_PUT_BY = 4;

/** Of a small budget nothing is put by: then a lost ledger stops all spending at once. */
const LIMIT_TO_PUT_BY_FROM = 100;

/**
 * What may be spent at one service in a month: reserved in the ledger before a search is sent,
 * settled after, never more than `monthlyLimit`, spread over the days (`decideSpending`).
 *
 * `clock` should not follow leaps (lib/core/steady-clock.ts). `onFailure` hears why the ledger
 * could not be reached.
 */
export function createBudget({
  ledger,
  service,
  monthlyLimit,
  clock,
  onFailure,
}: {
  ledger: SearchLedger;
  service: string;
  monthlyLimit: number;
  clock: () => number;
  onFailure: (cause: unknown) => void;
}): Budget {
  const canSpendBlind = monthlyLimit >= LIMIT_TO_PUT_BY_FROM;
  const limit = monthlyLimit - (canSpendBlind ? BLIND_SEARCHES_PUT_BY : 0);
  let blindLeft = 0;
  /** Sent while the ledger was out of reach, and not in it yet. */
  let unbooked = 0;
  let wasSeen = false;

  function noteSeen(): void {
    if (wasSeen) return;
    wasSeen = true;
    blindLeft = canSpendBlind ? BLIND_SEARCHES : 0;
  }

  async function bookBlind(): Promise<void> {
    const count = unbooked;
    if (count === 0) return;
    unbooked = 0;
    try {
      await ledger.book(service, clock(), count);
    } catch (cause) {
      unbooked += count;
      throw cause;
    }
  }

  function toReservation(id: string): Reservation {
    // A reservation that can't be closed stays counted, which is the safe side.
    return {
      settle: () => ledger.settle(id).then(() => undefined, onFailure),
      release: () => ledger.release(id).then(() => undefined, onFailure),
    };
  }

  function reserveBlind() {
    if (blindLeft === 0) return { isGranted: false, refusal: { reason: "unknown" } } as const;
    blindLeft -= 1;
    unbooked += 1;
    const release = async () => {
      // In the ledger by now, it stays counted.
      if (unbooked === 0) return;
      blindLeft += 1;
      unbooked -= 1;
    };
    return { isGranted: true, reservation: { settle: async () => {}, release } } as const;
  }

  return {
    async reserve() {
      try {
        await bookBlind();
        const { verdict, reservationId } = await ledger.reserve<SpendingVerdict>(
          service,
          clock(),
          ({ atMs, ...spending }) => decideSpending(spending, { limit, atMs }),
        );
        noteSeen();
        if (reservationId !== null) {
          return { isGranted: true, reservation: toReservation(reservationId) };
        }
        if (verdict.isAllowed) throw new Error("the ledger allowed a search and reserved none");
        const { reason, retryAfterSeconds } = verdict;
        return { isGranted: false, refusal: { reason, retryAfterSeconds } };
      } catch (cause) {
        onFailure(cause);
        return reserveBlind();
      }
    },
    async status() {
      try {
        const { usedThisMonth } = await ledger.usage(service, clock());
        return { limit: monthlyLimit, used: usedThisMonth + unbooked };
      } catch (cause) {
        onFailure(cause);
        return null;
      }
    },
  };
}

import "server-only";

/**
 * Searches used at one service, reservations included. `atMs` is the time they are counted at: the
 * caller's clock, or the ledger's latest entry if that is later. Days and months are in UTC.
 */
export type LedgerUsage = { atMs: number; usedThisMonth: number; usedToday: number };

export type ReserveOutcome<Verdict> = {
  verdict: Verdict;
  /** Includes the reservation, if there is one. */
  usage: LedgerUsage;
  /** Null if the verdict was no. */
  reservationId: string | null;
};

/**
 * The record of paid searches, shared by every process that pays. It must not be lost.
 *
 * A search counts from its reservation on, before it is sent. Only `release` takes it back, so
 * a search that a crash interrupts stays counted. Time never goes back: while a clock is behind,
 * searches are counted at the time of the latest entry.
 */
export type SearchLedger = {
  /** Reserves one search if `decide` allows it. Decision and reservation are one atomic step. */
  reserve<Verdict extends { isAllowed: boolean }>(
    service: string,
    nowMs: number,
    decide: (usage: LedgerUsage) => Verdict,
  ): Promise<ReserveOutcome<Verdict>>;
  /** Closes the reservation of a search that was sent. Returns whether it was still open. */
  settle(reservationId: string): Promise<boolean>;
  /** Takes a reservation back; only if it is certain that nothing was sent. */
  release(reservationId: string): Promise<boolean>;
  usage(service: string, nowMs: number): Promise<LedgerUsage>;
  /**
   * Moves entries of a clock that was ahead to the day of `nowMs`, for an operator who knows the
   * clock to be right now. Returns how many searches it moved.
   */
  mendClock(service: string, nowMs: number): Promise<number>;
};

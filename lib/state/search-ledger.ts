import "server-only";

/**
 * What was spent at one service, reservations included. `atMs` is the time by which it is counted:
 * the caller's clock, or the ledger's latest entry if that is later. Days and months are UTC's.
 */
export type LedgerUsage = { atMs: number; usedThisMonth: number; usedToday: number };

export type ReserveOutcome<Verdict> = {
  verdict: Verdict;
  /** With this reservation, if there is one. */
  usage: LedgerUsage;
  /** Null when the verdict was no. */
  reservationId: string | null;
};

/**
 * The book of paid searches: must not be lost, shared by every process that spends.
 *
 * A search is reserved before it is sent, and counts from then on. Only `release` takes it back, so
 * whatever a crash leaves behind stays counted. Time never goes back: after a clock has, entries
 * are counted at the time of the latest one.
 */
export type SearchLedger = {
  /** Reserves one search if `decide` allows it; deciding and reserving are one step for everyone. */
  reserve<Verdict extends { isAllowed: boolean }>(
    service: string,
    nowMs: number,
    decide: (usage: LedgerUsage) => Verdict,
  ): Promise<ReserveOutcome<Verdict>>;
  /** Closes a reservation whose search was sent. Answers whether it was still open. */
  settle(reservationId: string): Promise<boolean>;
  /** Takes a reservation back; only where it is certain that nothing was sent. */
  release(reservationId: string): Promise<boolean>;
  /** Books searches that were sent while the ledger could not be reached. */
  book(service: string, nowMs: number, count: number): Promise<void>;
  usage(service: string, nowMs: number): Promise<LedgerUsage>;
  /**
   * Moves entries made by a clock that was ahead to `nowMs`. For an operator who knows the clock to
   * be right; answers how many searches were moved.
   */
  mendClock(service: string, nowMs: number): Promise<number>;
};

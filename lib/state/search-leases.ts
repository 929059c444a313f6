import "server-only";

/** How a flight of another process ended without an answer, as far as it can be told on. */
export type LeaseFailure = {
  code: string;
  serviceSaid?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

export type LeaseClaim =
  /** The flight is the caller's, until it lands or the lease runs out. */
  | { state: "ours" }
  /** Another one is under way. */
  | { state: "taken" }
  /** One that was under way since the caller began has failed: flying again would cost again. */
  | { state: "failed"; failure: LeaseFailure };

/**
 * Who of several processes makes a call that all of them want. May be lost: then two may make it.
 *
 * A lease runs out by itself, so that the death of its holder holds nobody up for long.
 */
export type SearchLeases = {
  claim(
    key: string,
    holder: string,
    times: { nowMs: number; leaseMs: number; waitingSinceMs: number },
  ): Promise<LeaseClaim>;
  /** Moves the end of the holder's lease; does nothing when the lease has passed to another. */
  renew(key: string, holder: string, leaseUntilMs: number): Promise<void>;
  /** Ends the holder's flight; does nothing when the lease has passed to another. */
  land(
    key: string,
    holder: string,
    outcome: { nowMs: number; failure: LeaseFailure | null },
  ): Promise<void>;
};

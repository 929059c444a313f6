import "server-only";

/** How another process's call failed. The service's own text is not stored. */
export type LeaseFailure = { code: string; retryAfterSeconds?: number | undefined };

export type LeaseState =
  /** The caller holds the lease until it releases it or the lease expires. */
  | { state: "acquired" }
  /** Another process holds it. */
  | { state: "held" }
  /** The holder's call failed while the caller waited; calling again would cost again. */
  | { state: "failed"; failure: LeaseFailure };

/**
 * Leases that let one of several processes make a call. They expire by themselves, so a process
 * that dies does not block the others for long. They may be lost: two processes may then call.
 */
export type SearchLeases = {
  acquire(
    key: string,
    holder: string,
    times: { nowMs: number; leaseMs: number; waitingSinceMs: number },
  ): Promise<LeaseState>;
  /** Moves the end of the holder's lease; does nothing if another process holds it. */
  renew(key: string, holder: string, leaseUntilMs: number): Promise<void>;
  /** Ends the holder's lease; does nothing if another process holds it. */
  release(
    key: string,
    holder: string,
    outcome: { nowMs: number; failure: LeaseFailure | null },
  ): Promise<void>;
};

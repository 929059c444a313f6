import "server-only";

/** Pauses after failures in milliseconds: `firstMs`, doubled by each further failure up to `lastMs`. */
export type CooldownPolicy = {
  firstMs: number;
  lastMs?: number;
  /** A failure this long after the previous cooldown counts as the first one again. */
  resetAfterMs?: number;
};

/** Creates a cooldown: attempts fail fast for a while after a failure. `clock` is monotonic, in ms. */
export function createCooldown(
  { firstMs, lastMs = firstMs, resetAfterMs = Number.POSITIVE_INFINITY }: CooldownPolicy,
  clock: () => number = () => performance.now(),
) {
  let failure: { cause: unknown; untilMs: number; pauseMs: number } | null = null;
  const remainingMs = () => Math.max(0, (failure?.untilMs ?? Number.NEGATIVE_INFINITY) - clock());
  return {
    /** Throws the cause of the last failure while the cooldown lasts. */
    throwIfActive(): void {
      if (failure !== null && remainingMs() > 0) throw failure.cause;
    },
    /** Starts the next cooldown. */
    fail(cause: unknown): void {
      const nowMs = clock();
      const isFirst = failure === null || nowMs - failure.untilMs > resetAfterMs;
      const pauseMs = isFirst ? firstMs : Math.min(2 * (failure?.pauseMs ?? 0), lastMs);
      failure = { cause, untilMs: nowMs + pauseMs, pauseMs };
    },
    /** Call after a success: the next failure counts as the first one again. */
    reset(): void {
      failure = null;
    },
    /** Milliseconds until the next attempt is allowed, at least 0. */
    remainingMs,
  };
}

/**
 * Wraps an asynchronous start: concurrent callers share one attempt, and its result is kept. After a
 * failure, calls reject with the same cause until the cooldown is over; the next call tries again.
 */
export function startOnce<T>(
  start: () => Promise<T>,
  policy: CooldownPolicy,
  clock?: () => number,
): () => Promise<T> {
  const cooldown = createCooldown(policy, clock);
  let started: Promise<T> | null = null;
  return async () => {
    cooldown.throwIfActive();
    started ??= start().catch((cause: unknown) => {
      started = null;
      cooldown.fail(cause);
      throw cause;
    });
    return started;
  };
}

import "server-only";

export type Taken = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };

/**
 * Counts what each visitor took within a window that begins with the first. May be lost: then
 * everybody begins anew.
 */
export type VisitorCounter = {
  take(visitor: string): Promise<Taken>;
  /** Undoes one `take` that turned out to cost nothing. */
  refund(visitor: string): Promise<void>;
};

/** `name` is unique among the counters of a store, in letters and underscores. */
export type CounterPolicy = { name: string; max: number; windowSeconds: number };

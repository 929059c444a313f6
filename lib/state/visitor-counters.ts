import "server-only";

export type Taken = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };

/**
 * Counts what each visitor used within a window that starts with the first use. The counts may be
 * lost; then all visitors start again.
 */
export type VisitorCounter = {
  take(visitor: string): Promise<Taken>;
  /** Gives one `take` back. */
  refund(visitor: string): Promise<void>;
};

/** `name` is unique among the counters of a store, in letters and underscores. */
export type CounterPolicy = { name: string; max: number; windowSeconds: number };

import "server-only";

/** How long each stage of a fetch may take, in milliseconds, and how slow a body may be. */
export type FetchDeadlines = {
  dnsMs: number;
  connectMs: number;
  /** From the request to the complete response head. */
  firstByteMs: number;
  /** Everything, redirects included. */
  wholeMs: number;
  /** From here on the body must have come at `rateBytesPerSecondMin` on average. */
  rateAfterMs: number;
  rateBytesPerSecondMin: number;
};

export const FETCH_DEADLINES: FetchDeadlines = {
  dnsMs: 2_000,
  connectMs: 3_000,
  firstByteMs: 5_000,
  wholeMs: 8_000,
  rateAfterMs: 2_000,
  rateBytesPerSecondMin: 2_048,
};

import "server-only";
import type { ActivityCount, KeptRequest } from "@/lib/contract/console";

/**
 * What the instances did lately, for the operator's console: counts by five minutes and single
 * requests, for a day, and the size of the library by day, for 90 days.
 *
 * Every method is one transaction. Time is the store's, in milliseconds since the epoch; days are in
 * UTC. Every method rejects if the store is unreachable.
 */
export type ActivityState = {
  /**
   * Adds an instance's counts to those of the present five minutes, and stores requests, unless they
   * are stored already. Deletes what is older than a day.
   */
  record(activity: {
    instance: string;
    counts: readonly ActivityCount[];
    /** `agoMs`: how long ago the request ended. */
    requests: readonly (Omit<KeptRequest, "atMs" | "instance"> & { agoMs: number })[];
  }): Promise<void>;
  /**
   * Returns the counts of the last `sliceCount` slices of `sliceMinutes`, which begin at full multiples
   * of their length; the present slice is the last. `slice`: its place among them, from 0.
   */
  counts(of: { sliceMinutes: 5 | 60; sliceCount: number }): Promise<SlicedCounts>;
  /** Returns the request with this id; null if it is not stored. */
  request(id: string): Promise<KeptRequest | null>;
  /** Returns the last requests that failed (500 and above); the last first. */
  failures(limit: number): Promise<KeptRequest[]>;
  /** Records today's number of pictures; a later number replaces it. */
  recordLibrary(pictureCount: number): Promise<void>;
  /** Returns the recorded numbers of the last `dayCount` days, in order; `day` is `YYYY-MM-DD`. */
  libraryDays(dayCount: number): Promise<{ day: string; pictureCount: number }[]>;
};

export type SlicedCounts = {
  nowMs: number;
  startsAtMs: number;
  counts: (ActivityCount & { slice: number; instance: string })[];
};

import "server-only";
import { LRUCache } from "lru-cache";
import { DAY_MS } from "@/lib/contract/day-ms";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";
import type { ThumbnailFailure } from "./thumbnail-failure";

export type FailureCache = ReturnType<typeof createFailureCache>;

type Entry = { failure: ThumbnailFailure; untilMs: number; failuresInARow: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const ENTRIES_MAX = 5_000;

/** How long permanent failures last, whose cause is the image or a rule. Others are transient. */
const LASTING_MS: Partial<Record<ThumbnailReason, number>> = {
  gone: DAY_MS,
  refused: DAY_MS,
  "too-large": HOUR_MS,
  "not-a-picture": HOUR_MS,
};

/**
 * Creates a cache of failures in memory, so that a broken image costs one request, not one per
 * visitor. It remembers the 5,000 most recently used sources.
 */
export function createFailureCache(clock: () => number) {
  const entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX });
  return {
    /** Returns the remembered failure; null if the source may be tried. */
    find(source: string): ThumbnailFailure | null {
      const entry = entries.get(source);
      const remainingMs = (entry?.untilMs ?? 0) - clock();
      if (entry === undefined || remainingMs <= 0) return null;
      return entry.failure.repeated(Math.ceil(remainingMs / 1_000));
    },
    /** Remembers a failure for 24 h, for 1 h, or for 60 s doubling to 1 h, by its reason. */
    remember(source: string, failure: ThumbnailFailure): void {
      if (!failure.isRemembered) return;
      const failuresInARow = (entries.get(source)?.failuresInARow ?? 0) + 1;
      const transientMs = Math.min(MINUTE_MS * 2 ** Math.min(failuresInARow - 1, 6), HOUR_MS);
      const pauseMs = LASTING_MS[failure.reason] ?? transientMs;
      entries.set(source, { failure, untilMs: clock() + pauseMs, failuresInARow });
    },
    /** Clears the failures of a source after a success. */
    forget: (source: string) => void entries.delete(source),
    size: () => entries.size,
  };
}

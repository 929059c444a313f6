import "server-only";
import { LRUCache } from "lru-cache";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";
import { ThumbnailFailure } from "./thumbnail-failure";

type Remembered = {
  failure: ThumbnailFailure;
  untilMs: number;
  /** Failures in a row; a passing trouble is asked about half as often each time. */
  strikes: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const ENTRIES_MAX = 5_000;

/** Where the reason lies with the picture or with a rule, a day; where it may pass, see below. */
const LASTING_MS: Partial<Record<ThumbnailReason, number>> = {
  gone: DAY_MS,
  refused: DAY_MS,
  "too-large": HOUR_MS,
  "not-a-picture": HOUR_MS,
};

/**
 * Remembers what could not be had, so that a dead picture on a popular page costs one request and
 * not one per visitor. In memory, the least recently used forgotten first.
 */
export class FailureCache {
  readonly #entries = new LRUCache<string, Remembered>({ max: ENTRIES_MAX });

  constructor(private readonly clock: () => number) {}

  get size(): number {
    return this.#entries.size;
  }

  /** The failure to answer with at once, `retryAfterSeconds` counted from now; null: try. */
  find(source: string): ThumbnailFailure | null {
    const entry = this.#entries.get(source);
    const leftMs = (entry?.untilMs ?? 0) - this.clock();
    if (entry === undefined || leftMs <= 0) return null;
    const { reason, status, message } = entry.failure;
    return new ThumbnailFailure(reason, status, message, {
      cause: entry.failure,
      retryAfterSeconds: Math.ceil(leftMs / 1_000),
    });
  }

  /** Keeps a failure: 24 h, 1 h, or 60 s doubling to an hour, by its reason. */
  remember(source: string, failure: ThumbnailFailure): void {
    if (!failure.isRemembered) return;
    const strikes = (this.#entries.get(source)?.strikes ?? 0) + 1;
    const passingMs = Math.min(MINUTE_MS * 2 ** Math.min(strikes - 1, 6), HOUR_MS);
    const lastsMs = LASTING_MS[failure.reason] ?? passingMs;
    this.#entries.set(source, { failure, untilMs: this.clock() + lastsMs, strikes });
  }

  /** The source delivered: its earlier failures say nothing any more. */
  forget(source: string): void {
    this.#entries.delete(source);
  }
}

import "server-only";
import {
  type ActivityCount,
  type ActivityPeriod,
  type ActivityTab,
  type AnswerShares,
  REQUEST_KINDS,
  type RequestFigures,
} from "@/lib/contract/console";
import { shareWithinMs } from "@/lib/platform/latency";
import type { SlicedCounts } from "@/lib/state/activity-state";

/** Sums the counts of a period by slice and by instance. */
export function activityPeriod(
  { startsAtMs, counts }: SlicedCounts,
  { sliceMinutes, sliceCount }: { sliceMinutes: number; sliceCount: number },
): ActivityPeriod {
  // The pictures' fast and many requests would hide all others.
  const counted = counts.filter(({ kind }) => kind !== "thumbnail");
  const instances = [...new Set(counted.map(({ instance }) => instance))].sort();
  return {
    startsAtMs,
    sliceMs: sliceMinutes * 60_000,
    total: figuresOf(counted),
    slices: Array.from({ length: sliceCount }, (_, slice) =>
      figuresOf(counted.filter((each) => each.slice === slice)),
    ),
    instances: instances.map((instance) => ({
      instance,
      ...figuresOf(counted.filter((each) => each.instance === instance)),
    })),
  };
}

/** Sums the counts of all instances by the kind of request; leaves out kinds without requests. */
export function activityKinds(counts: readonly ActivityCount[]): ActivityTab["kinds"] {
  return REQUEST_KINDS.map((kind) => {
    const ofKind = counts.filter((each) => each.kind === kind);
    const waits = ofEvents(ofKind, "waited");
    return {
      kind,
      ...figuresOf(ofKind),
      waited: sum(waits),
      waitP95Ms: shareWithinMs(waits, 0.95),
    };
  }).filter(({ requests, waited }) => requests + waited > 0);
}

/** How many thumbnails came from the cache, and how many were made. */
export function thumbnailCounts(counts: readonly ActivityCount[]): ActivityTab["thumbnails"] {
  return { hits: sum(counts, "hit"), made: sum(counts, "made") };
}

/** How many answers came from where, and how many searches had none. */
export function answerShares(counts: readonly ActivityCount[]): AnswerShares {
  return {
    cached: sum(counts, "cache"),
    searched: sum(counts, "service"),
    stale: sum(counts, "stale"),
    library: sum(counts, "library"),
    failed: sum(counts, "unanswered"),
  };
}

function figuresOf(counts: readonly ActivityCount[]): RequestFigures {
  const ended = ofEvents(counts, "ok", "refused", "failed");
  return {
    requests: sum(ended),
    refused: sum(counts, "refused"),
    failed: sum(counts, "failed"),
    medianMs: shareWithinMs(ended, 0.5),
    p95Ms: shareWithinMs(ended, 0.95),
  };
}

/** Returns the counts of these events; without any, all. */
function ofEvents(counts: readonly ActivityCount[], ...events: ActivityCount["event"][]) {
  return events.length === 0 ? counts : counts.filter(({ event }) => events.includes(event));
}

function sum(counts: readonly ActivityCount[], ...events: ActivityCount["event"][]): number {
  return ofEvents(counts, ...events).reduce((total, { count }) => total + count, 0);
}

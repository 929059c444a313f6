import "server-only";
import type { ActivityCount, AnswerOrigin, KeptRequest, RequestKind } from "@/lib/contract/console";
import { ERRORS } from "@/lib/contract/errors";
import { latencyBoundMs } from "@/lib/platform/latency";
import type { ActivityState } from "@/lib/state/activity-state";
import type { AnsweredRequest } from "@/lib/web/answered-request";
import { isForMonitoring } from "@/lib/web/route";

/** How long counts and requests may be in memory only. */
const FLUSH_MS = 10_000;
const LIBRARY_MS = 3_600_000;
/** Requests per flush: 43 to 57 MB for each instance, if every flush has as many. */
const KEPT_MAX = 20;
const SLOW_MS = 1_000;

type Parts = {
  state: Pick<ActivityState, "record" | "recordLibrary">;
  /** Names this process among those that share the store. */
  instance: string;
  /** Thumbnails since the start. */
  thumbnails: () => { hits: number; made: number };
  /** Returns the number of pictures; null without a library. */
  pictureCount: () => Promise<number | null>;
  onFailure: (cause: unknown) => void;
};

/**
 * Counts the requests and searches of this process in memory, and writes the counts into the store every
 * ten seconds, for the operator's console (docs/decisions/0073-what-the-console-keeps-of-requests.md).
 *
 * Health checks, metrics and static files are not counted. Requests that an operator may want to look
 * up are stored one by one: those that failed, were refused, paid for a search or were slow; at most
 * `KEPT_MAX` per write, and then paid searches before failures before others.
 */
export function createActivity({ state, instance, thumbnails, pictureCount, onFailure }: Parts) {
  type Kept = { request: Omit<KeptRequest, "atMs" | "instance">; rank: number; endedAtMs: number };
  let counts = new Map<string, ActivityCount>();
  let kept: Kept[] = [];
  let seen = { hits: 0, made: 0 };
  let lastWrite = Promise.resolve();
  let libraryAtMs = Number.NEGATIVE_INFINITY;

  function add({ kind, event, withinMs, count }: ActivityCount): void {
    const key = `${kind} ${event} ${withinMs}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { kind, event, withinMs, count });
    else known.count += count;
  }

  function keep(each: Kept): void {
    if (kept.length >= KEPT_MAX) {
      const lesser = kept.findIndex(({ rank }) => rank < each.rank);
      if (lesser === -1) return;
      kept.splice(lesser, 1);
    }
    kept.push(each);
  }

  function countThumbnails(): void {
    const { hits, made } = thumbnails();
    const counted = { kind: "thumbnail", withinMs: 0 } as const;
    if (hits > seen.hits) add({ ...counted, event: "hit", count: hits - seen.hits });
    if (made > seen.made) add({ ...counted, event: "made", count: made - seen.made });
    seen = { hits, made };
  }

  async function write(): Promise<void> {
    countThumbnails();
    if (counts.size === 0) return;
    const sent = { counts, kept };
    counts = new Map();
    kept = [];
    const nowMs = performance.now();
    try {
      await state.record({
        instance,
        counts: [...sent.counts.values()],
        requests: sent.kept.map(({ request, endedAtMs }) => ({
          ...request,
          agoMs: nowMs - endedAtMs,
        })),
      });
    } catch (cause) {
      for (const count of sent.counts.values()) add(count);
      sent.kept.forEach(keep);
      onFailure(cause);
    }
  }

  /** Writes all that was counted before this call. What cannot be written is written by the next. */
  function flush(): Promise<void> {
    lastWrite = lastWrite.then(write);
    return lastWrite;
  }

  async function recordLibrary(): Promise<void> {
    if (performance.now() - libraryAtMs < LIBRARY_MS) return;
    libraryAtMs = performance.now();
    try {
      const count = await pictureCount();
      if (count !== null) await state.recordLibrary(count);
    } catch (cause) {
      onFailure(cause);
    }
  }

  const timer = setInterval(() => {
    flush();
    recordLibrary();
  }, FLUSH_MS);
  timer.unref();

  return {
    answered(answered: AnsweredRequest): void {
      const { method, route, seconds, requestId: id, code, isPaid } = answered;
      const isShown = code !== null && answered.status < 400;
      const status = isShown ? ERRORS[code].status : answered.status;
      const kind = kindOf(route, status);
      if (kind === null) return;
      const tookMs = seconds * 1_000;
      const isRefused = status >= 400 && status < 500 && status !== LEFT;
      const event = status >= 500 ? "failed" : isRefused ? "refused" : "ok";
      add({ kind, event, withinMs: latencyBoundMs(tookMs), count: 1 });
      if (event === "ok" && !isPaid && tookMs < SLOW_MS) return;
      const isFailure = event === "failed" && kind !== "thumbnail";
      const rank = isPaid ? 2 : isFailure ? 1 : 0;
      const request = { id, method, route: route?.path ?? null, status, code, tookMs, isPaid };
      keep({ request, rank, endedAtMs: performance.now() });
    },
    /** Counts a search by the origin of its answer. */
    searched(event: AnswerOrigin | "unanswered"): void {
      add({ kind: "search", event, withinMs: 0, count: 1 });
    },
    waited(kind: RequestKind, waitedSeconds: number): void {
      const withinMs = latencyBoundMs(waitedSeconds * 1_000);
      add({ kind, event: "waited", withinMs, count: 1 });
    },
    flush,
    /** Writes what is left. */
    stop(): Promise<void> {
      clearInterval(timer);
      return flush();
    },
  };
}

/** The visitor left before the response. */
const LEFT = 499;

/** Returns null for requests that are not counted. */
function kindOf(route: AnsweredRequest["route"], status: number): RequestKind | null {
  // Without a route, what succeeds is a static file.
  if (route === null) return status >= 400 ? "page" : null;
  const { priority, errorForm } = route;
  if (isForMonitoring(route)) return null;
  if (errorForm === "image") return "thumbnail";
  return priority === "none" ? "other" : priority;
}

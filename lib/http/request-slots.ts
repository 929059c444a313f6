import "server-only";
import { performance } from "node:perf_hooks";
import { AppError } from "@/lib/platform/errors";
import { createFairShare, type Sharer } from "@/lib/platform/fair-share";
import type { RequestPriority } from "@/lib/web/route";

/** The right to compute on the event loop; `leave` frees it. Further calls do nothing. */
export type Slot = { leave(): void };

/** Who sent the request. `signal` aborts when the visitor leaves; it is read only while waiting. */
type SlotRequest = { readonly visitor: string; readonly signal: AbortSignal };

/** Events to report: starts after a wait, in seconds, and refusals. */
export type SlotEvents = {
  started(priority: RequestPriority, waitedSeconds: number): void;
  shed(priority: RequestPriority): void;
};

export type RequestSlots = ReturnType<typeof createRequestSlots>;

/**
 * Requests that compute at once. They share one event loop, so more would only slow each other
 * down.
 */
const SLOTS = 2;
/** Added to a request's due time: among visitors with equal use, pages come first. */
const LATER_MS: Record<RequestPriority, number> = { page: 0, search: 50, api: 50, thumbnail: 100 };
/**
 * Longest wait before a refusal; shorter while the queue is standing, as in CoDel. A program may send
 * as many searches at once as its plan allows, and prefers a late answer to none.
 */
const WAIT_MS: Record<RequestPriority, { usual: number; standing: number }> = {
  page: { usual: 4_000, standing: 2_000 },
  search: { usual: 3_000, standing: 1_000 },
  api: { usual: 5_000, standing: 5_000 },
  thumbnail: { usual: 1_000, standing: 250 },
};
/** A queue that is not empty for this long is standing: requests arrive faster than they finish. */
const STANDING_MS = 1_500;
/**
 * A request loses its slot once the event loop has idled for this long, because the request then
 * waits for I/O. Elapsed time would be the wrong measure: on a busy machine a page computes for
 * long, and more concurrent pages would take even longer.
 */
const IDLE_MS_MAX = 10;
/** Frees the slot of a request that waits for I/O while the event loop never idles. */
const HELD_MS_MAX = 1_000;
/** Interval of the checks while requests wait. */
const TICK_MS = 10;
const RETRY_AFTER_SECONDS = 2;

type Running = Slot & { sharer: Sharer; dueMs: number; startMs: number; startIdleMs: number };

type Waiting = {
  sharer: Sharer;
  priority: RequestPriority;
  arrivedMs: number;
  start(slot: Slot): void;
  refuse(error: Error): void;
};

/**
 * Creates the slots of the event loop (docs/decisions/0026-request-slots-by-queue-time.md).
 *
 * A request needs a slot to compute. It waits while no slot is free, or while a request of its
 * visitor, or of a visitor that has used less, is running. So an occasional visitor gets a slot at
 * once. The next slot goes to the visitor that has used the slots least, with a small preference
 * for pages, then searches, then thumbnails. A request that waits longer than its priority allows
 * is refused.
 *
 * `clock` and `idleClock` are in milliseconds; `idleClock` counts the idle time of the event loop.
 */
export function createRequestSlots({
  events,
  clock = () => performance.now(),
  idleClock = () => performance.nodeTiming.idleTime,
  slots = SLOTS,
}: {
  events: SlotEvents;
  clock?: () => number;
  idleClock?: () => number;
  slots?: number;
}) {
  const share = createFairShare(clock);
  const running = new Set<Running>();
  const waiting = new Set<Waiting>();
  let standsSinceMs = 0;
  let isWatching = false;

  function mayStart(sharer: Sharer): boolean {
    if (running.size >= slots) return false;
    for (const { dueMs } of running) if (dueMs < sharer.dueMs) return false;
    return true;
  }

  function start(sharer: Sharer): Slot {
    const slot: Running = {
      sharer,
      dueMs: share.start(sharer),
      startMs: clock(),
      startIdleMs: idleClock(),
      leave() {
        if (!running.delete(slot)) return;
        const idleMs = idleClock() - slot.startIdleMs;
        share.end(sharer, Math.max(0, clock() - slot.startMs - idleMs));
        startNext();
      },
    };
    running.add(slot);
    return slot;
  }

  function startNext(): void {
    for (let next = firstDue(); next !== null; next = firstDue()) {
      waiting.delete(next);
      events.started(next.priority, (clock() - next.arrivedMs) / 1_000);
      next.start(start(next.sharer));
    }
  }

  function firstDue(): Waiting | null {
    let first: Waiting | null = null;
    let firstMs = Number.POSITIVE_INFINITY;
    for (const each of waiting) {
      const dueMs = each.sharer.dueMs + LATER_MS[each.priority];
      if (dueMs < firstMs && mayStart(each.sharer)) {
        first = each;
        firstMs = dueMs;
      }
    }
    return first;
  }

  /** Refuses requests that waited too long, and frees the slots of requests that wait for I/O. */
  function check(): void {
    isWatching = false;
    const nowMs = clock();
    const limit = nowMs - standsSinceMs >= STANDING_MS ? "standing" : "usual";
    for (const each of waiting) {
      if (nowMs - each.arrivedMs < WAIT_MS[each.priority][limit]) continue;
      waiting.delete(each);
      share.end(each.sharer);
      events.shed(each.priority);
      each.refuse(
        new AppError("busy", `a ${each.priority} waited too long`, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        }),
      );
    }
    const idleMs = idleClock();
    for (const slot of running) {
      const isWaiting = idleMs - slot.startIdleMs >= IDLE_MS_MAX;
      if (isWaiting || nowMs - slot.startMs >= HELD_MS_MAX) slot.leave();
    }
    watch();
  }

  function watch(): void {
    if (isWatching || waiting.size === 0) return;
    isWatching = true;
    setTimeout(check, TICK_MS);
  }

  function wait(sharer: Sharer, priority: RequestPriority, signal: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const request: Waiting = {
        sharer,
        priority,
        arrivedMs: clock(),
        start(slot) {
          signal.removeEventListener("abort", leave);
          resolve(slot);
        },
        refuse(error) {
          signal.removeEventListener("abort", leave);
          reject(error);
        },
      };
      const leave = () => {
        waiting.delete(request);
        share.end(sharer);
        reject(signal.reason);
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      if (waiting.size === 0) standsSinceMs = request.arrivedMs;
      waiting.add(request);
      watch();
    });
  }

  return {
    /**
     * Takes a slot: at once if the visitor may have one now, otherwise after a wait.
     *
     * @throws (as a rejection) AppError `busy` with `retryAfterSeconds`; the signal's reason when
     *   the visitor leaves.
     */
    enter(priority: RequestPriority, request: SlotRequest): Slot | Promise<Slot> {
      const sharer = share.add(request.visitor);
      if (!mayStart(sharer)) return wait(sharer, priority, request.signal);
      return start(sharer);
    },

    /** Whether requests wait. */
    isBusy: () => waiting.size > 0,
  };
}

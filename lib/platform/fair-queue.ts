import "server-only";
import { AppError } from "./errors";
import { createFairShare, type Sharer } from "./fair-share";

export type QueueLimits = {
  /** Jobs running at once. */
  runningMax: number;
  runningPerHostMax?: number;
  runningPerVisitorMax?: number;
  /** Jobs waiting at once. */
  waitingMax: number;
  waitingPerHostMax?: number;
  waitingBytesMax?: number;
};

/** Who causes work, and the signal that ends it early. */
export type Caller = { visitor: string; signal: AbortSignal };

/** The signal removes a waiting job from the queue; a running job must watch it itself. */
type QueueOptions = Caller & {
  /** Shares `runningPerHostMax` and `waitingPerHostMax` with other jobs of this host. */
  host?: string;
  /** Memory that the job occupies while it waits. */
  bytes?: number;
};

export type FairQueue = ReturnType<typeof createFairQueue>;

type Job = {
  sharer: Sharer;
  host: string;
  bytes: number;
  start(): void;
  reject(error: Error): void;
};

/**
 * Creates a queue with a fixed number of slots, which visitors share fairly and of which a host has a
 * limited number. (The bulkhead of `cockatiel` is first in, first out and knows neither.)
 *
 * The next job is that of the visitor who has used the queue least. Each job counts as one turn, which
 * weighs as much as a millisecond, and as `costMs` of the time that it ran: by default nothing, because
 * most jobs wait for a host or a disk, which is not the visitor's doing. `refusal` creates
 * the error for a job that has no room; `clock` is in milliseconds.
 */
export function createFairQueue(
  limits: QueueLimits,
  {
    costMs = () => 0,
    refusal = () => new AppError("busy", "too many wait", { retryAfterSeconds: 1 }),
    clock = () => performance.now(),
  }: {
    costMs?: (ranMs: number) => number;
    refusal?: () => Error;
    clock?: () => number;
  } = {},
) {
  const { runningPerHostMax = limits.runningMax, waitingPerHostMax = limits.waitingMax } = limits;
  const { runningPerVisitorMax = limits.runningMax } = limits;
  const { waitingBytesMax = Number.POSITIVE_INFINITY } = limits;
  const share = createFairShare(clock);
  const running = new Set<Job>();
  const waiting = new Set<Job>();

  function hasSlot({ host, sharer }: Job): boolean {
    if (running.size >= limits.runningMax) return false;
    const jobs = [...running];
    if (jobs.filter((job) => job.host === host).length >= runningPerHostMax) return false;
    return jobs.filter((job) => job.sharer === sharer).length < runningPerVisitorMax;
  }

  function startNext(): void {
    for (let next = firstDue(); next !== null; next = firstDue()) {
      waiting.delete(next);
      running.add(next);
      share.catchUp(next.sharer);
      share.start(next.sharer);
      next.start();
    }
  }

  function firstDue(): Job | null {
    let first: Job | null = null;
    for (const job of waiting) {
      const isEarlier = first === null || job.sharer.dueMs < first.sharer.dueMs;
      if (isEarlier && hasSlot(job)) first = job;
    }
    return first;
  }

  /** Rejects a job that waits. */
  function drop(job: Job, error: Error): void {
    if (!waiting.delete(job)) return;
    share.end(job.sharer);
    job.reject(error);
  }

  /** Returns the waiting jobs of which one must go; empty while no limit is exceeded. */
  function excessJobs(): Job[] {
    const jobs = [...waiting];
    if (jobs.length > limits.waitingMax) return jobs;
    const bytes = jobs.reduce((sum, job) => sum + job.bytes, 0);
    if (bytes > waitingBytesMax) return jobs.filter((job) => job.bytes > 0);
    const hosts = new Set(jobs.map(({ host }) => host));
    const groups = [...hosts].map((host) => jobs.filter((job) => job.host === host));
    return groups.find((ofHost) => ofHost.length > waitingPerHostMax) ?? [];
  }

  return {
    /**
     * Runs `work` as soon as it has a slot.
     *
     * @throws the error of `refusal`, if the queue is full, for the newest waiting job of the visitor who
     * has the most of them; the signal's reason if it aborts first; the error of `work`
     */
    async run<T>(
      { visitor, signal, host = "", bytes = 0 }: QueueOptions,
      work: () => Promise<T>,
    ): Promise<T> {
      signal.throwIfAborted();
      const job = await new Promise<Job>((resolve, reject) => {
        const onAbort = () => drop(added, signal.reason);
        const settle = (end: () => void) => {
          signal.removeEventListener("abort", onAbort);
          end();
        };
        const added: Job = {
          sharer: share.add(visitor),
          host,
          bytes,
          start: () => settle(() => resolve(added)),
          reject: (error) => settle(() => reject(error)),
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.add(added);
        startNext();
        const newest = newestOfGreediest(excessJobs());
        if (newest !== null) drop(newest, refusal());
      });
      const startMs = clock();
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        running.delete(job);
        share.end(job.sharer, costMs(clock() - startMs));
        startNext();
      }
    },
    stats: () => ({ running: running.size, waiting: waiting.size }),
  };
}

/** Returns the newest job of the visitor with the most jobs in this list; null if it is empty. */
function newestOfGreediest(jobs: readonly Job[]): Job | null {
  const counts = new Map<Sharer, number>();
  for (const { sharer } of jobs) counts.set(sharer, (counts.get(sharer) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return jobs.findLast(({ sharer }) => counts.get(sharer) === most) ?? null;
}

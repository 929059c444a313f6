import "server-only";
import { busy } from "./thumbnail-failure";
import type { WorkOptions, WorkPriority } from "./work-priority";

export type QueueLimits = {
  /** Jobs running at once. Background jobs take at most half of these slots. */
  runningMax: number;
  runningPerHostMax?: number;
  runningPerVisitorMax?: number;
  /** Jobs waiting at once, not counting background jobs. */
  waitingMax: number;
  waitingPerHostMax?: number;
  waitingBytesMax?: number;
  /** Background jobs waiting at once; the oldest are dropped. Default: 24. */
  backgroundWaitingMax?: number;
};

/** The signal removes a waiting job from the queue; a running job must watch it itself. */
type QueueOptions = WorkOptions & {
  /** Shares `runningPerHostMax` and `waitingPerHostMax` with other jobs of this host. */
  host?: string;
  /** Memory that the job occupies while it waits. */
  bytes?: number;
};

export type FairQueue = ReturnType<typeof createFairQueue>;

/** A background job was dropped in favour of a visitor's request. */
export class JobDropped extends Error {
  override readonly name = "JobDropped";
}

type Job = {
  host: string;
  bytes: number;
  priority: WorkPriority;
  start(): void;
  reject(error: Error): void;
};

/** As many as the warmed thumbnails of two answers. */
const BACKGROUND_WAITING_MAX = 24;

/**
 * Creates a queue with a fixed number of slots, shared fairly between hosts and visitors. (The
 * bulkhead of `cockatiel` is first in, first out and knows neither hosts, visitors nor priorities.)
 *
 * Visitors share it by turns, not by time as in lib/platform/fair-share.ts: the duration of a job
 * depends on the image and its host, not on the visitor.
 */
export function createFairQueue(limits: QueueLimits) {
  const { runningPerHostMax = limits.runningMax, waitingPerHostMax = limits.waitingMax } = limits;
  const { runningPerVisitorMax = limits.runningMax } = limits;
  const { waitingBytesMax = Number.POSITIVE_INFINITY } = limits;
  const { backgroundWaitingMax = BACKGROUND_WAITING_MAX } = limits;
  const backgroundMax = Math.max(1, Math.floor(limits.runningMax / 2));
  const running = new Set<Job>();
  let waiting: Job[] = [];
  /** When each visitor with waiting jobs had its last turn, as a count of turns. */
  const lastTurns = new Map<string | null, number>();
  let turns = 0;

  function hasSlot({ host, priority }: Job): boolean {
    if (running.size >= limits.runningMax) return false;
    const jobs = [...running];
    if (jobs.filter((job) => job.host === host).length >= runningPerHostMax) return false;
    const visitor = priority.visitor();
    if (jobs.filter(isOf(visitor)).length >= runningPerVisitorMax) return false;
    return !priority.isBackground() || jobs.filter(isBackground).length < backgroundMax;
  }

  function startNext(): void {
    for (let job = nextJob(); job !== null; job = nextJob()) {
      const visitor = job.priority.visitor();
      remove(job);
      turns += 1;
      if (waiting.some(isOf(visitor))) lastTurns.set(visitor, turns);
      running.add(job);
      job.start();
    }
  }

  function nextJob(): Job | null {
    if (waiting.length === 0 || running.size >= limits.runningMax) return null;
    const startable = waiting.filter(hasSlot);
    const lastTurn = (job: Job) => lastTurns.get(job.priority.visitor()) ?? 0;
    const requested = startable.filter((job) => !isBackground(job));
    const [first = null, ...others] = requested.length > 0 ? requested : startable;
    if (first === null) return null;
    return others.reduce((best, job) => (lastTurn(job) < lastTurn(best) ? job : best), first);
  }

  function remove(job: Job): void {
    waiting = waiting.filter((other) => other !== job);
    const visitor = job.priority.visitor();
    if (!waiting.some(isOf(visitor))) lastTurns.delete(visitor);
  }

  function drop(job: Job, error: Error): void {
    remove(job);
    job.reject(error);
  }

  /** Starts jobs that have a slot; drops jobs beyond the queue's limits. */
  function update(): void {
    startNext();
    const background = waiting.filter(isBackground);
    const requested = waiting.filter((job) => !isBackground(job));
    const mustYield = requested.length > 0 && running.size >= limits.runningMax;
    const kept = mustYield ? 0 : backgroundWaitingMax;
    while (background.length > kept) {
      // The oldest job, because its visitor is the most likely to have left.
      const [oldest] = jobsOfGreediest(background);
      if (oldest === undefined) break;
      background.splice(background.indexOf(oldest), 1);
      drop(oldest, new JobDropped("visitors wait"));
    }
    const newest = jobsOfGreediest(excessJobs(requested)).at(-1);
    if (newest !== undefined) drop(newest, busy("too many requests wait"));
  }

  /** Returns the jobs of which one must go; empty while no limit is exceeded. */
  function excessJobs(requested: Job[]): Job[] {
    if (requested.length > limits.waitingMax) return requested;
    const bytes = requested.reduce((sum, job) => sum + job.bytes, 0);
    if (bytes > waitingBytesMax) return requested.filter((job) => job.bytes > 0);
    const hosts = new Set(requested.map(({ host }) => host));
    const groups = [...hosts].map((host) => requested.filter((job) => job.host === host));
    return groups.find((jobs) => jobs.length > waitingPerHostMax) ?? [];
  }

  return {
    /**
     * Runs `work` as soon as it has a slot.
     *
     * Visitors take turns, one job each; a background job counts as a turn of the visitor that caused
     * it. Background jobs start only while no other job can, and are dropped when all slots are taken
     * and another job has to wait.
     *
     * @throws ThumbnailFailure 503 for the newest job of the visitor with the most waiting jobs, if
     * the queue is full; JobDropped; the signal's reason if it aborts first; the error of `work`
     */
    async run<T>(
      { priority, signal, host = "", bytes = 0 }: QueueOptions,
      work: () => Promise<T>,
    ): Promise<T> {
      signal.throwIfAborted();
      const job = await new Promise<Job>((resolve, reject) => {
        const onAbort = () => drop(waitingJob, signal.reason);
        const settle = (end: () => void) => {
          signal.removeEventListener("abort", onAbort);
          end();
        };
        const waitingJob: Job = {
          host,
          bytes,
          priority,
          start: () => settle(() => resolve(waitingJob)),
          reject: (error) => settle(() => reject(error)),
        };
        signal.addEventListener("abort", onAbort, { once: true });
        priority.onPromoted(update);
        waiting.push(waitingJob);
        update();
      });
      try {
        return await work();
      } finally {
        running.delete(job);
        startNext();
      }
    },
    stats: () => ({ running: running.size, waiting: waiting.length }),
  };
}

const isBackground = ({ priority }: Job) => priority.isBackground();
const isOf = (visitor: string | null) => (job: Job) => job.priority.visitor() === visitor;

/** Returns the jobs of the visitor that has the most jobs in this list. */
function jobsOfGreediest(jobs: readonly Job[]): Job[] {
  const counts = new Map<string | null, number>();
  for (const { priority } of jobs) {
    counts.set(priority.visitor(), (counts.get(priority.visitor()) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const greediest = jobs.findLast(({ priority }) => counts.get(priority.visitor()) === most);
  return jobs.filter(({ priority }) => priority.visitor() === greediest?.priority.visitor());
}

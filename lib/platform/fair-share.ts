import "server-only";

/** A client that uses the shared resource or waits for it. */
export type Sharer = {
  readonly name: string;
  /** Virtual time at which the client's next job is due: the less the client used lately, the lower. */
  dueMs: number;
  /** Jobs that wait or run. */
  jobs: number;
  /** When the last job ended. */
  idleSinceMs: number;
};

/** Charged for each job when it starts, for the costs that the measured time does not include. */
const EACH_JOB_MS = 1;
/** How many clients are remembered. Above it, a client without jobs is forgotten at once. */
const CLIENTS_MAX = 10_000;

export type FairShare = ReturnType<typeof createFairShare>;

/**
 * Shares one resource between clients by the time that each has used it: the job that is due first
 * should start first. This is start-time fair queueing (Goyal, Vin and Cheng, 1996) with one change:
 * each second of a pause cancels a second of the client's earlier use, but earns no credit beyond that.
 * So a client that has paused long enough is due at once. All use is forgotten when no job waits or runs.
 */
export function createFairShare(clock: () => number = () => performance.now()) {
  const sharers = new Map<string, Sharer>();
  /** The highest virtual time at which a job was due when it started. */
  let virtualMs = 0;
  let jobCount = 0;

  return {
    /** Counts a job that arrives. */
    add(client: string): Sharer {
      let sharer = sharers.get(client);
      if (sharer === undefined) {
        sharer = { name: client, dueMs: virtualMs, jobs: 0, idleSinceMs: 0 };
        sharers.set(client, sharer);
      }
      if (sharer.jobs === 0) {
        const pauseMs = clock() - sharer.idleSinceMs;
        sharer.dueMs = Math.max(sharer.dueMs - pauseMs, virtualMs);
      }
      sharer.jobs += 1;
      jobCount += 1;
      return sharer;
    },
    /** Takes from a client what it saved up while its other jobs ran, or were not allowed to start. */
    catchUp(sharer: Sharer): void {
      sharer.dueMs = Math.max(sharer.dueMs, virtualMs);
    },
    /** Starts a job; returns the virtual time at which it was due. */
    start(sharer: Sharer): number {
      const { dueMs } = sharer;
      if (dueMs > virtualMs) virtualMs = dueMs;
      sharer.dueMs += EACH_JOB_MS;
      return dueMs;
    },
    /** Removes a job that left before its start, or that used `usedMs` since its start. */
    end(sharer: Sharer, usedMs = 0): void {
      sharer.dueMs += usedMs;
      sharer.jobs -= 1;
      jobCount -= 1;
      if (jobCount === 0) {
        sharers.clear();
        virtualMs = 0;
      } else if (sharer.jobs === 0) {
        sharer.idleSinceMs = clock();
        const isForgotten = sharer.dueMs <= virtualMs || sharers.size > CLIENTS_MAX;
        if (isForgotten) sharers.delete(sharer.name);
      }
    },
  };
}

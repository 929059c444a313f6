import "server-only";
import { busy } from "./thumbnail-failure";

export type BulkheadLimits = {
  /** Running at once, in all. */
  runningMax: number;
  runningPerHostMax: number;
  /** Waiting at once, in all. */
  waitingMax: number;
  /** Of one host, so that a slow one can't take every place in the queue. */
  waitingPerHostMax: number;
};

export const FETCH_LIMITS: BulkheadLimits = {
  runningMax: 32,
  runningPerHostMax: 4,
  waitingMax: 64,
  waitingPerHostMax: 48,
};

/**
 * Of the library, whose files may be as large as cameras make them: no more are held in memory
 * than decoders and disks can be busy with, however many tiles are scrolled past.
 */
export const LIBRARY_LIMITS: BulkheadLimits = {
  runningMax: 6,
  runningPerHostMax: 6,
  waitingMax: 1_024,
  waitingPerHostMax: 1_024,
};

type Waiting = { host: string; start(): void };

/**
 * Keeps one host's trouble to itself: few fetches run at once, fewer of one host, and those that
 * wait for a slow host stand in nobody else's way.
 */
export class Bulkhead {
  readonly #running = new Map<string, number>();
  #queue: Waiting[] = [];
  #runningCount = 0;

  constructor(private readonly limits: BulkheadLimits) {}

  get running(): number {
    return this.#runningCount;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs `work` once there is room for its host, first come first served among those that may run.
   *
   * @throws ThumbnailFailure 503 where the queue is full; the signal's reason when it aborts while
   *   waiting; whatever `work` throws.
   */
  async run<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    // Whoever starts a waiting one enters for it, so that no newcomer slips into its place.
    if (this.#hasRoom(host)) this.#enter(host);
    else await this.#wait(host, signal);
    try {
      return await work();
    } finally {
      this.#leave(host);
    }
  }

  #hasRoom(host: string): boolean {
    const ofHost = this.#running.get(host) ?? 0;
    return this.#runningCount < this.limits.runningMax && ofHost < this.limits.runningPerHostMax;
  }

  #wait(host: string, signal: AbortSignal): Promise<void> {
    const ofHost = this.#queue.filter((waiting) => waiting.host === host).length;
    if (this.#queue.length >= this.limits.waitingMax || ofHost >= this.limits.waitingPerHostMax) {
      throw busy("too many fetches are waiting");
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#queue = this.#queue.filter((other) => other !== waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        host,
        start: () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#queue.push(waiting);
    });
  }

  #enter(host: string): void {
    this.#runningCount += 1;
    this.#running.set(host, (this.#running.get(host) ?? 0) + 1);
  }

  #leave(host: string): void {
    this.#runningCount -= 1;
    const left = (this.#running.get(host) ?? 1) - 1;
    if (left === 0) this.#running.delete(host);
    else this.#running.set(host, left);
    const next = this.#queue.findIndex((waiting) => this.#hasRoom(waiting.host));
    if (next === -1) return;
    const [waiting] = this.#queue.splice(next, 1);
    if (waiting === undefined) return;
    this.#enter(waiting.host);
    waiting.start();
  }
}

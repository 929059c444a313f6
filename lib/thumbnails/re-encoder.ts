import "server-only";

export type ReEncoder = {
  /** Queues `work`, unless its key is queued or running, or the queue is full. */
  schedule(key: string, work: (signal: AbortSignal) => Promise<void>): void;
  waiting(): number;
  /** Resolves when the queue is empty. */
  settled(): Promise<void>;
  /** Aborts the running work and drops the rest. */
  close(): void;
};

const WAITING_MAX = 200;

/**
 * Creates the queue of better encodes, which run one after another in the background. A failed one
 * is ignored: the existing thumbnail stays. `onIdle` is called when the queue has become empty.
 */
export function createReEncoder(onIdle: () => void): ReEncoder {
  const queue = new Map<string, (signal: AbortSignal) => Promise<void>>();
  const closing = new AbortController();
  let runningKey: string | null = null;
  let settled: Promise<void> = Promise.resolve();

  async function runAll(): Promise<void> {
    for (let [next] = queue; next !== undefined; [next] = queue) {
      const [key, work] = next;
      queue.delete(key);
      runningKey = key;
      // Each work has its own signal: a shared one would collect listeners.
      await work(AbortSignal.any([closing.signal])).catch(() => {});
    }
    runningKey = null;
    onIdle();
  }

  return {
    schedule(key, work) {
      const isKnown = queue.has(key) || runningKey === key;
      if (closing.signal.aborted || isKnown || queue.size >= WAITING_MAX) return;
      queue.set(key, work);
      if (runningKey === null) settled = runAll();
    },
    waiting: () => queue.size,
    settled: () => settled,
    close() {
      queue.clear();
      closing.abort(new Error("closing"));
    },
  };
}

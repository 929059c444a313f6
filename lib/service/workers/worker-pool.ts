import "server-only";
import type { Calls } from "./calls";
import { createWorkerClient, type WorkerClient } from "./worker-client";

export type WorkerPool<C extends Calls> = {
  /** Asks the next free worker; rejects as `WorkerClient.ask` does. */
  ask<Name extends keyof C & string>(
    call: Name,
    input: C[Name]["input"],
  ): Promise<C[Name]["answer"]>;
  close(): Promise<void>;
};

/** Up to `size` workers running one program, each with one call at a time; the rest queue. */
export function createWorkerPool<C extends Calls>(program: string, size: number): WorkerPool<C> {
  const workers = Array.from({ length: size }, () => createWorkerClient<C>(program, null));
  const idle: WorkerClient<C>[] = [...workers];
  const queue: ((worker: WorkerClient<C>) => void)[] = [];

  function release(worker: WorkerClient<C>): void {
    const next = queue.shift();
    // The last one freed is taken first: a quiet server starts no second worker.
    if (next === undefined) idle.unshift(worker);
    else next(worker);
  }

  return {
    async ask(call, input) {
      const worker =
        idle.shift() ?? (await new Promise<WorkerClient<C>>((resolve) => queue.push(resolve)));
      try {
        return await worker.ask(call, input);
      } finally {
        release(worker);
      }
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

import "server-only";
import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/server/errors";
import type { CallMessage, Calls, ReplyMessage } from "./calls";
import { programPath } from "./program-path";

type Waiting = { resolve(answer: unknown): void; reject(error: unknown): void };

export type WorkerClient<C extends Calls> = {
  /**
   * Asks the worker. Rejects with the `AppError` that the worker threw, with `internal` when it
   * fails in another way, dies, or died too often of late, and with the signal's reason when that
   * aborts; the reply is then dropped.
   */
  ask<Name extends keyof C & string>(
    call: Name,
    input: C[Name]["input"],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<C[Name]["answer"]>;
  /** How many calls wait for their reply. */
  waitingCount(): number;
  close(): Promise<void>;
};

/** How long no worker is started after the second in a row that died without one answer. */
const REST_MS = { first: 250, last: 30_000 };

/**
 * A worker thread running one of our programs, started at the first call. One that dies fails
 * only the calls it had in hand; the next call starts another, but for a while after several that
 * came to nothing. An idle one does not keep the process alive.
 */
export function createWorkerClient<C extends Calls>(
  program: string,
  workerData: unknown,
): WorkerClient<C> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let callCount = 0;
  let isClosed = false;
  /** Workers that died without an answer since the last answer. */
  let deathCount = 0;
  let restUntilMs = 0;

  function settle(number: number): Waiting | undefined {
    const call = waiting.get(number);
    waiting.delete(number);
    if (waiting.size === 0) worker?.unref();
    return call;
  }

  function start(): Worker {
    const started = new Worker(programPath(program), { workerData, name: program });
    started.on("message", (reply: ReplyMessage) => {
      deathCount = 0;
      const call = settle(reply.number);
      if (reply.isAnswered) call?.resolve(reply.answer);
      else call?.reject(new AppError(reply.code, `${program}: ${reply.error}`));
    });
    let cause: unknown;
    started.on("error", (error) => {
      cause = error;
    });
    started.on("exit", () => {
      if (worker !== started) return;
      worker = undefined;
      deathCount += 1;
      if (deathCount > 1) {
        const restMs = Math.min(REST_MS.first * 2 ** (deathCount - 2), REST_MS.last);
        restUntilMs = performance.now() + restMs;
      }
      for (const number of [...waiting.keys()]) {
        settle(number)?.reject(new AppError("internal", `${program} ended`, { cause }));
      }
    });
    return started;
  }

  return {
    async ask(call, input, { signal } = {}) {
      signal?.throwIfAborted();
      if (isClosed) throw new AppError("internal", `${program} is closed`);
      if (worker === undefined && performance.now() < restUntilMs) {
        throw new AppError("internal", `${program} died ${deathCount} times without an answer`);
      }
      worker ??= start();
      const number = ++callCount;
      const message: CallMessage = { number, call, input };
      const drop = () => settle(number)?.reject(signal?.reason);
      signal?.addEventListener("abort", drop, { once: true });
      try {
        return await new Promise<never>((resolve, reject) => {
          waiting.set(number, { resolve: resolve as (answer: unknown) => void, reject });
          worker?.ref();
          worker?.postMessage(message);
        });
      } finally {
        signal?.removeEventListener("abort", drop);
      }
    },
    waitingCount: () => waiting.size,
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

import "server-only";
import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/platform/errors";
import type { CallMessage, Calls, ReplyMessage } from "./calls";
import { programPath } from "./program-path";

type Waiting = {
  message: CallMessage;
  isWithWorker: boolean;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
};

/** So that the worker never waits for its next call. */
const WITH_WORKER_MAX = 4;

export type WorkerClient<C extends Calls> = {
  /**
   * Asks the worker. Rejects with the `AppError` that the worker threw, with `internal` when it
   * fails in another way, dies, or died too often of late, with `busy` when too many slow calls
   * wait, and with the signal's reason when that aborts: what was not begun is then never asked.
   */
  ask<Name extends keyof C & string>(
    call: Name,
    input: C[Name]["input"],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<C[Name]["answer"]>;
  /** How many calls wait, or are with the worker. */
  waitingCount(): number;
  close(): Promise<void>;
};

/** How long no worker is started after the second in a row that died without one answer. */
const REST_MS = { first: 250, last: 30_000 };

/**
 * A worker thread running one of our programs, started at the first call. One that dies fails
 * only the calls that wait for it; the next call starts another, but for a while after several that
 * came to nothing. An idle one does not keep the process alive.
 *
 * `slow` names a call that takes long: one at a time is with the worker, so that another call waits
 * for one of them at most, and no more than `waitingMax` wait.
 */
export function createWorkerClient<C extends Calls>(
  program: string,
  workerData: unknown,
  slow?: { call: keyof C & string; waitingMax: number },
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

  function isSlow({ message }: Waiting): boolean {
    return message.call === slow?.call;
  }

  /** Hands the worker what it may have, in the order in which it was asked. */
  function handOver(): void {
    const withWorker = [...waiting.values()].filter((call) => call.isWithWorker);
    let room = WITH_WORKER_MAX - withWorker.length;
    let hasSlow = withWorker.some(isSlow);
    for (const call of waiting.values()) {
      if (room <= 0) return;
      if (call.isWithWorker || (hasSlow && isSlow(call))) continue;
      call.isWithWorker = true;
      hasSlow ||= isSlow(call);
      room -= 1;
      worker?.postMessage(call.message);
    }
  }

  function start(): Worker {
    const started = new Worker(programPath(program), { workerData, name: program });
    started.on("message", (reply: ReplyMessage) => {
      deathCount = 0;
      const call = settle(reply.number);
      handOver();
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
      if (call === slow?.call && [...waiting.values()].filter(isSlow).length >= slow.waitingMax) {
        throw new AppError("busy", `${program}: too many wait`, { retryAfterSeconds: 1 });
      }
      worker ??= start();
      const number = ++callCount;
      const message: CallMessage = { number, call, input };
      return new Promise<never>((resolve, reject) => {
        const leave = () => {
          // What the worker has begun keeps its place there until the reply comes.
          if (waiting.get(number)?.isWithWorker === false) settle(number);
          reject(signal?.reason);
        };
        const stay = () => signal?.removeEventListener("abort", leave);
        signal?.addEventListener("abort", leave, { once: true });
        waiting.set(number, {
          message,
          isWithWorker: false,
          resolve: (answer) => {
            stay();
            resolve(answer as never);
          },
          reject: (error) => {
            stay();
            reject(error);
          },
        });
        worker?.ref();
        handOver();
      });
    },
    waitingCount: () => waiting.size,
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

import "server-only";
import { once } from "node:events";
import { join } from "node:path";
import { type MessagePort, Worker, type WorkerOptions, workerData } from "node:worker_threads";
import { assertSameBuild, BUILD } from "./build";
import { createCooldown } from "./cooldown";
import { AppError, toAppError } from "./errors";
import { createFairShare, type Sharer } from "./fair-share";
import { type LogLevel, log, setLogLevel } from "./log";
import { untilAborted } from "./request-coalescing";
import { withoutPrototype } from "./without-prototype";

/** The calls of a worker: the input and answer of each, both structured-clonable. */
export type Calls = Record<string, { input: unknown; answer: unknown }>;

type CallMessage = { number: number; call: string; input: unknown };

/** `error` is for the log. */
type ReplyMessage =
  | { number: number; isAnswered: true; answer: unknown }
  | { number: number; isAnswered: false; error: string; code: AppError["code"] };

/** The functions of a worker, one per call. */
export type CallHandlers<C extends Calls> = {
  [Name in keyof C]: (input: C[Name]["input"]) => C[Name]["answer"] | Promise<C[Name]["answer"]>;
};

/** Asks a worker to end. */
const END = "end";

const END_MS = 5_000;

/**
 * Ends a thread that runs `answerCalls` or `endWhenAsked`. Resolves when it has ended, or after five
 * seconds. `terminate` would abort the whole process if the thread were in a call of libsql.
 */
export async function endThread(thread: Worker): Promise<void> {
  const ended = once(thread, "exit");
  thread.ref();
  thread.postMessage(END);
  await untilAborted(ended, AbortSignal.timeout(END_MS)).catch(() => undefined);
}

/** Ends this thread when `endThread` asks for it: between two calls of libsql, whatever else it does. */
export function endWhenAsked(port: MessagePort): void {
  port.on("message", (message: unknown) => {
    if (message === END) process.exit();
  });
  port.unref();
}

/** What a thread gets from `startThread`. */
type ThreadData = { settings: unknown; logLevel: LogLevel; build: string | null };

/** Starts a bundled program as a thread, which reads `settings` with `threadSettings`. It has no environment. */
export function startThread(program: string, settings: unknown): Worker {
  const logLevel = log().level as LogLevel;
  const workerData: ThreadData = { settings, logLevel, build: BUILD };
  const options: WorkerOptions = { workerData, name: program, env: withoutPrototype({}) };
  return new Worker(programPath(program), withoutPrototype(options));
}

/**
 * Returns the settings that this thread was started with, and sets its log level.
 *
 * @throws AppError internal if a program from another build started it
 */
export function threadSettings<Settings>(): Settings {
  const { settings, logLevel, build } = workerData as ThreadData;
  assertSameBuild(build);
  setLogLevel(logLevel);
  return settings as Settings;
}

/** Answers the calls that arrive on `port` until the client closes; then calls `onEnd`. */
export function answerCalls<C extends Calls>(
  port: MessagePort,
  handlers: CallHandlers<C>,
  { onEnd = () => {} }: { onEnd?: () => void } = {},
): void {
  port.on("message", async (message: CallMessage | typeof END) => {
    if (message === END) {
      port.close();
      onEnd();
      return;
    }
    const { number, call, input } = message;
    let reply: ReplyMessage;
    try {
      const handler = handlers[call];
      if (handler === undefined) throw new TypeError(`no such call: ${call}`);
      reply = { number, isAnswered: true, answer: await handler(input) };
    } catch (cause) {
      const error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      reply = { number, isAnswered: false, error, code: toAppError(cause).code };
    }
    port.postMessage(reply);
  });
}

/** Returns the path of a bundled program (lib/programs/build.mjs); programs lie beside `.next`. */
export function programPath(name: string): string {
  return join(/* turbopackIgnore: true */ process.cwd(), ".programs", `${name}.mjs`);
}

type Waiting = {
  message: CallMessage;
  isSent: boolean;
  /** For a slow call: the client that made it. */
  sharer: Sharer | null;
  sentMs: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
};

/** No thread answers so many calls before their callers have given up. */
const CALLS_MAX = 5_000;

/** Pauses between starts, from the second time in a row that a worker dies without an answer. */
const COOLDOWN = { firstMs: 250, lastMs: 30_000 };

/**
 * Creates a client of a worker thread that runs one of our programs. The first call starts the
 * thread. If the thread dies, the calls that wait for it fail, and the next call starts a new one. An
 * idle thread does not keep the process alive.
 *
 * `slow` names a call that takes long. The worker receives one of them at a time, so that other calls
 * wait for at most one. At most `waitingMax` slow calls wait; the next one sent is from the client
 * that has used the worker least.
 */
export function createWorkerClient<C extends Calls>(
  program: string,
  settings: unknown,
  slow?: { call: keyof C & string; waitingMax: number },
) {
  const waiting = new Map<number, Waiting>();
  const share = createFairShare();
  let worker: Worker | undefined;
  let callCount = 0;
  let isClosed = false;
  const cooldown = createCooldown(COOLDOWN);
  let hasDied = false;

  function settle(number: number): Waiting | undefined {
    const call = waiting.get(number);
    waiting.delete(number);
    if (call?.sharer) share.end(call.sharer, call.isSent ? performance.now() - call.sentMs : 0);
    if (waiting.size === 0) worker?.unref();
    return call;
  }

  const slowCalls = () => [...waiting.values()].filter(({ sharer }) => sharer !== null);

  function send(each: Waiting): void {
    each.isSent = true;
    if (each.sharer !== null) {
      share.start(each.sharer);
      each.sentMs = performance.now();
    }
    worker?.postMessage(each.message);
  }

  /** Sends every waiting call, but only one slow call at a time. */
  function sendNext(): void {
    for (const each of waiting.values()) if (!each.isSent && each.sharer === null) send(each);
    const slowOnes = slowCalls();
    if (slowOnes.some(({ isSent }) => isSent)) return;
    const dueMs = (each: Waiting | undefined) => each?.sharer?.dueMs ?? 0;
    const [first, ...others] = slowOnes;
    const next = others.reduce((best, each) => (dueMs(each) < dueMs(best) ? each : best), first);
    if (next !== undefined) send(next);
  }

  function tooManyWait(): AppError {
    return new AppError("busy", `${program}: too many wait`, { retryAfterSeconds: 1 });
  }

  function rejectExcess(): void {
    const slowOnes = slowCalls();
    if (slow === undefined || slowOnes.length <= slow.waitingMax) return;
    const most = Math.max(...slowOnes.map(({ sharer }) => sharer?.jobs ?? 0));
    const newest = slowOnes.findLast(({ sharer, isSent }) => sharer?.jobs === most && !isSent);
    if (newest === undefined) return;
    settle(newest.message.number);
    newest.reject(tooManyWait());
  }

  function start(): Worker {
    const started = startThread(program, settings);
    started.on("message", (reply: ReplyMessage) => {
      hasDied = false;
      cooldown.reset();
      const call = settle(reply.number);
      sendNext();
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
      const error = new AppError("internal", `${program} ended`, { cause });
      if (hasDied) cooldown.fail(error);
      hasDied = true;
      for (const number of [...waiting.keys()]) settle(number)?.reject(error);
    });
    return started;
  }

  return {
    /**
     * Sends a call to the worker, on behalf of a client. Rejects with the `AppError` that the worker
     * threw; with `internal` if the worker throws another error, dies, or has died repeatedly; with
     * `busy` if too many calls wait, or too many slow calls and this one is the newest of the client
     * with the most; and with the signal's reason, in which case a waiting call is never sent.
     */
    async ask<Name extends keyof C & string>(
      call: Name,
      input: C[Name]["input"],
      { signal, client = "" }: { signal?: AbortSignal | undefined; client?: string } = {},
    ): Promise<C[Name]["answer"]> {
      signal?.throwIfAborted();
      if (isClosed) throw new AppError("internal", `${program} is closed`);
      if (waiting.size >= CALLS_MAX) throw tooManyWait();
      if (worker === undefined) cooldown.throwIfActive();
      worker ??= start();
      worker.ref();
      const number = ++callCount;
      const answer = new Promise<never>((resolve, reject) => {
        waiting.set(number, {
          message: { number, call, input },
          isSent: false,
          sharer: call === slow?.call ? share.add(client) : null,
          sentMs: 0,
          resolve: (value) => resolve(value as never),
          reject,
        });
      });
      sendNext();
      rejectExcess();
      if (signal === undefined) return answer;
      return untilAborted(answer, signal).catch((cause) => {
        // A call that was sent keeps its place until its reply arrives.
        if (waiting.get(number)?.isSent === false) settle(number);
        throw cause;
      });
    },
    /** How many calls wait or are being answered. */
    waitingCount: () => waiting.size,
    /** Whether calls are refused for a while, because the thread has died repeatedly. */
    isCoolingDown: () => worker === undefined && cooldown.remainingMs() > 0,
    /** Resolves when the thread has ended, or after five seconds. */
    async close(): Promise<void> {
      isClosed = true;
      if (worker !== undefined) await endThread(worker);
    },
  };
}

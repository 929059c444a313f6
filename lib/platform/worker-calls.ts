import "server-only";
import { once } from "node:events";
import { join } from "node:path";
import { type MessagePort, Worker, type WorkerOptions, workerData } from "node:worker_threads";
import { assertSameBuild, BUILD } from "./build";
import { createCooldown } from "./cooldown";
import { AppError, toAppError } from "./errors";
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

type Pending = { resolve(answer: unknown): void; reject(error: unknown): void };

/** No thread answers so many calls before their callers have given up. */
const CALLS_MAX = 5_000;

/** Pauses between starts, from the second time in a row that a worker dies without an answer. */
const COOLDOWN = { firstMs: 250, lastMs: 30_000 };

/**
 * Creates a client of a worker thread that runs one of our programs. The first call starts the
 * thread. If the thread dies, the calls that it has not answered fail, and the next call starts a new
 * one. An idle thread does not keep the process alive.
 */
export function createWorkerClient<C extends Calls>(program: string, settings: unknown) {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let callCount = 0;
  let isClosed = false;
  const cooldown = createCooldown(COOLDOWN);
  let hasDied = false;

  function settle(number: number): Pending | undefined {
    const call = pending.get(number);
    pending.delete(number);
    if (pending.size === 0) worker?.unref();
    return call;
  }

  function start(): Worker {
    const started = startThread(program, settings);
    started.on("message", (reply: ReplyMessage) => {
      hasDied = false;
      cooldown.reset();
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
      const error = new AppError("internal", `${program} ended`, { cause });
      if (hasDied) cooldown.fail(error);
      hasDied = true;
      for (const number of [...pending.keys()]) settle(number)?.reject(error);
    });
    return started;
  }

  return {
    /**
     * Sends a call to the worker. Rejects with the `AppError` that the worker threw; with `internal` if
     * the worker throws another error, dies, or has died repeatedly; with `busy` if too many calls wait.
     */
    async ask<Name extends keyof C & string>(
      call: Name,
      input: C[Name]["input"],
    ): Promise<C[Name]["answer"]> {
      if (isClosed) throw new AppError("internal", `${program} is closed`);
      if (pending.size >= CALLS_MAX) {
        throw new AppError("busy", `${program}: too many wait`, { retryAfterSeconds: 1 });
      }
      if (worker === undefined) cooldown.throwIfActive();
      worker ??= start();
      worker.ref();
      const number = ++callCount;
      worker.postMessage({ number, call, input } satisfies CallMessage);
      return new Promise((resolve, reject) => {
        pending.set(number, { resolve: (answer) => resolve(answer as never), reject });
      });
    },
    /** How many calls are not answered yet. */
    pendingCount: () => pending.size,
    /** Whether calls are refused for a while, because the thread has died repeatedly. */
    isCoolingDown: () => worker === undefined && cooldown.remainingMs() > 0,
    /** Resolves when the thread has ended, or after five seconds. */
    async close(): Promise<void> {
      isClosed = true;
      if (worker !== undefined) await endThread(worker);
    },
  };
}

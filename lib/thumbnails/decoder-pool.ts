import "server-only";
import { DecoderDied, DecoderProcess, type DecoderResult } from "./decoder-process";
import type { DecoderJob } from "./decoder-protocol";
import type { DecoderProgram } from "./decoder-sandbox";
import { createFindSandbox, type FindSandbox } from "./detect-sandbox";
import { busy, ThumbnailFailure } from "./thumbnail-failure";

export type DecoderLimits = {
  processes: number;
  waitingMax: number;
  /** Of the originals that wait, together. */
  waitingBytesMax: number;
  jobMs: number;
  /** After so many jobs, or with so much memory, a process makes room for a fresh one. */
  jobsMax: number;
  rssBytesMax: number;
};

export const DECODER_LIMITS: DecoderLimits = {
  processes: 2,
  waitingMax: 256,
  waitingBytesMax: 128 * 1024 * 1024,
  jobMs: 7_000,
  jobsMax: 500,
  rssBytesMax: 400 * 1024 * 1024,
};

export type JobOptions = {
  signal: AbortSignal;
  /** False for work nobody waits for: it goes behind all that somebody does. */
  isUrgent: boolean;
};

type Waiting = {
  job: DecoderJob;
  bytes: Uint8Array;
  isUrgent: boolean;
  /** Times a process died with it, or before it got to it. */
  deaths: number;
  hasLeft: boolean;
  resolve(result: DecoderResult): void;
  reject(error: unknown): void;
};

/** A job may have bad luck once: the process it was given may have been dying already. */
const DEATHS_MAX = 2;
/** After so many starts that failed in a row, none is tried for a while. */
const FAILED_STARTS_MAX = 3;
const START_PAUSE_MS = 5_000;

/**
 * A few decoder processes and one queue before them. A picture that kills its decoder fails alone;
 * everything else is decoded by the next one.
 */
export class DecoderPool {
  readonly #idle: DecoderProcess[] = [];
  readonly #all = new Set<DecoderProcess>();
  #queue: Waiting[] = [];
  #starting = 0;
  #isClosed = false;
  #deaths = 0;
  #failedStarts = 0;
  #startsFromMs = 0;

  constructor(
    private readonly program: DecoderProgram,
    private readonly limits: DecoderLimits,
    private readonly findSandbox: FindSandbox = sandboxFor(program),
  ) {}

  stats() {
    const { size } = this.#all;
    return {
      processes: size,
      running: size - this.#idle.length,
      waiting: this.#queue.length,
      deaths: this.#deaths,
    };
  }

  /** The processes' numbers, for whoever watches them. */
  pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /**
   * Decodes one picture.
   *
   * @throws ThumbnailFailure `too-large` where it takes too long, `unavailable` where it ends
   *   its decoders, the queue is full or no decoder starts; the signal's reason when it aborts before its turn.
   */
  run(
    job: DecoderJob,
    bytes: Uint8Array,
    { signal, isUrgent }: JobOptions,
  ): Promise<DecoderResult> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const waitingBytes = this.#queue.reduce((sum, other) => sum + other.bytes.length, 0);
    const isFull =
      this.#queue.length >= this.limits.waitingMax || waitingBytes >= this.limits.waitingBytesMax;
    const isBroken = this.#all.size === 0 && performance.now() < this.#startsFromMs;
    if (this.#isClosed || isFull || isBroken) {
      return Promise.reject(busy("too many pictures wait for a decoder"));
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        // One that runs is left alone: killing a process costs more than finishing.
        waiting.hasLeft = true;
        this.#queue = this.#queue.filter((other) => other !== waiting);
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const settle = <V>(end: (value: V) => void) => {
        return (value: V) => {
          signal.removeEventListener("abort", onAbort);
          end(value);
        };
      };
      const waiting: Waiting = {
        job,
        bytes,
        isUrgent,
        deaths: 0,
        hasLeft: false,
        resolve: settle(resolve),
        reject: settle(reject),
      };
      this.#enqueue(waiting);
      this.#next();
    });
  }

  /** Ends the processes that have nothing to do; the next job starts one. */
  rest(): void {
    for (const decoder of [...this.#idle]) decoder.kill();
  }

  /** Ends all processes at once; whoever waits is told to come back. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#queue.splice(0)) waiting.reject(busy("closing"));
    for (const decoder of [...this.#all]) decoder.kill();
  }

  #enqueue(waiting: Waiting): void {
    const at = waiting.isUrgent ? this.#queue.findIndex((other) => !other.isUrgent) : -1;
    if (at === -1) this.#queue.push(waiting);
    else this.#queue.splice(at, 0, waiting);
  }

  #next(): void {
    if (this.#isClosed) return;
    while (this.#queue.length > 0) {
      const decoder = this.#idle.pop();
      if (decoder === undefined) break;
      const waiting = this.#queue.shift();
      if (waiting !== undefined) void this.#give(decoder, waiting);
    }
    const wanted = Math.min(this.#queue.length, this.limits.processes - this.#all.size);
    for (let more = wanted - this.#starting; more > 0; more -= 1) void this.#start();
  }

  async #start(): Promise<void> {
    this.#starting += 1;
    try {
      const decoder = await DecoderProcess.start(await this.findSandbox(), this.program);
      if (this.#isClosed) decoder.kill();
      else this.#ready(decoder);
      this.#failedStarts = 0;
    } catch {
      this.#failedStarts += 1;
      if (this.#failedStarts < FAILED_STARTS_MAX) return;
      this.#failedStarts = 0;
      this.#startsFromMs = performance.now() + START_PAUSE_MS;
      // Whoever waits must not wait for what won't come.
      for (const waiting of this.#queue.splice(0)) waiting.reject(busy("no decoder starts", 30));
    } finally {
      this.#starting -= 1;
      this.#next();
    }
  }

  #ready(decoder: DecoderProcess): void {
    this.#all.add(decoder);
    this.#idle.push(decoder);
    decoder.whenEnded(() => {
      this.#all.delete(decoder);
      const at = this.#idle.indexOf(decoder);
      if (at !== -1) this.#idle.splice(at, 1);
    });
  }

  async #give(decoder: DecoderProcess, waiting: Waiting): Promise<void> {
    try {
      waiting.resolve(await decoder.run(waiting.job, waiting.bytes, this.limits.jobMs));
      const isWorn =
        decoder.jobs >= this.limits.jobsMax || decoder.rssBytes > this.limits.rssBytesMax;
      if (isWorn) this.#replace(decoder);
      else if (!decoder.hasEnded) this.#idle.push(decoder);
    } catch (error) {
      this.#deaths += 1;
      decoder.kill();
      this.#afterDeath(waiting, error instanceof DecoderDied && error.isTimeout);
    } finally {
      this.#next();
    }
  }

  #replace(worn: DecoderProcess): void {
    worn.kill();
    void this.#start();
  }

  #afterDeath(waiting: Waiting, isTimeout: boolean): void {
    waiting.deaths += 1;
    if (waiting.hasLeft) return;
    if (this.#isClosed) {
      waiting.reject(busy("closing"));
      return;
    }
    if (!isTimeout && waiting.deaths < DEATHS_MAX) {
      this.#enqueue(waiting);
      return;
    }
    waiting.reject(isTimeout ? tooMuchWork() : endedItsDecoder());
  }
}

/** Finds the best sandbox in which this program starts. */
export function sandboxFor(program: DecoderProgram): FindSandbox {
  return createFindSandbox(async (sandbox) => {
    (await DecoderProcess.start(sandbox, program)).kill();
  });
}

function tooMuchWork(): ThumbnailFailure {
  return new ThumbnailFailure("too-large", 422, "it kept its decoder busy for too long");
}

/** Most likely the picture's doing, but a machine short of memory ends decoders, too. */
function endedItsDecoder(): ThumbnailFailure {
  return new ThumbnailFailure("unavailable", 502, "it ended its decoder twice", {
    retryAfterSeconds: 60,
  });
}

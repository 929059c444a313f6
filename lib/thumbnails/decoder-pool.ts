import "server-only";
import { createCooldown, startOnce } from "@/lib/platform/cooldown";
import { type Decoder, DecoderDied, type DecoderResult, startDecoder } from "./decoder-process";
import type { DecoderJob } from "./decoder-protocol";
import { DECODER_SANDBOXES, type DecoderProgram, type DecoderSandbox } from "./decoder-sandbox";
import { createFairQueue } from "./fair-queue";
import type { WorkOptions } from "./requester";
import { busy, ThumbnailFailure } from "./thumbnail-failure";

export const DECODER_LIMITS = {
  processes: 2,
  waitingMax: 256,
  /** Total size of the waiting originals of other hosts. */
  waitingBytesMax: 128 * 1024 * 1024,
  jobMs: 7_000,
  /** A process is replaced after this many jobs, or when it uses this much memory. */
  jobsMax: 500,
  rssBytesMax: 400 * 1024 * 1024,
};

export type DecoderLimits = typeof DECODER_LIMITS;

export type DetectSandbox = () => Promise<DecoderSandbox>;

export type DecoderPool = ReturnType<typeof createDecoderPool>;

/** A job is tried twice, because the first process may have been about to exit. */
const DEATHS_MAX = 2;
const START_ATTEMPTS = 3;
const START_COOLDOWN_MS = 5_000;

/**
 * Creates a pool of decoder processes behind one queue. An image that kills its decoder fails alone;
 * the next job gets a new process.
 */
export function createDecoderPool(
  program: DecoderProgram,
  limits: DecoderLimits,
  detectSandbox: DetectSandbox = createSandboxDetection(startsIn(program)),
) {
  const { processes, waitingMax, waitingBytesMax } = limits;
  const queue = createFairQueue({ runningMax: processes, waitingMax, waitingBytesMax });
  const cooldown = createCooldown({ firstMs: START_COOLDOWN_MS });
  const all = new Set<Decoder>();
  const idle = new Set<Decoder>();
  let deaths = 0;
  let isClosed = false;

  /** @throws ThumbnailFailure 503 after three attempts, and at once during the cooldown */
  async function start(): Promise<Decoder> {
    cooldown.throwIfActive();
    for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
      try {
        const decoder = await startDecoder(await detectSandbox(), program);
        all.add(decoder);
        decoder.onEnd(() => {
          all.delete(decoder);
          idle.delete(decoder);
        });
        if (isClosed) decoder.kill();
        return decoder;
      } catch {
        if (isClosed) break;
      }
    }
    const failure = busy("no decoder starts", 30);
    cooldown.fail(failure);
    throw failure;
  }

  async function decode(
    job: DecoderJob,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<DecoderResult> {
    if (isClosed) throw busy("closing");
    for (let attempt = 1; ; attempt += 1) {
      const [idleDecoder] = idle;
      const decoder = idleDecoder ?? (await start());
      idle.delete(decoder);
      if (signal.aborted) release(decoder);
      signal.throwIfAborted();
      try {
        const result = await decoder.run(job, bytes, limits.jobMs);
        release(decoder);
        return result;
      } catch (error) {
        deaths += 1;
        decoder.kill();
        if (isClosed) throw busy("closing");
        if (error instanceof DecoderDied && error.isTimeout) {
          throw new ThumbnailFailure("too-large", 422, "it kept its decoder busy for too long");
        }
        // Usually the image is the cause, but a machine short of memory also kills decoders.
        if (attempt >= DEATHS_MAX) {
          const options = { retryAfterSeconds: 60 };
          throw new ThumbnailFailure("unavailable", 502, "it killed its decoder twice", options);
        }
      }
    }
  }

  /** Makes a decoder available to the next job, or kills it when it is worn out. */
  function release(decoder: Decoder): void {
    const isWorn = decoder.jobs() >= limits.jobsMax || decoder.rssBytes() > limits.rssBytesMax;
    if (isWorn) decoder.kill();
    else if (all.has(decoder)) idle.add(decoder);
  }

  return {
    /**
     * Decodes one image. A job that has started runs to its end even if its signal aborts: killing
     * a process costs more.
     *
     * @throws ThumbnailFailure `too-large` if it takes too long, `unavailable` if it kills two
     * decoders, the queue is full or no decoder starts; JobDropped; the signal's reason if it aborts
     * before the job's turn
     */
    run(job: DecoderJob, bytes: Uint8Array, options: WorkOptions): Promise<DecoderResult> {
      // The maker's queue limits the images of the library in memory, before they are read.
      const queued = { ...options, bytes: job.isStrict ? bytes.length : 0 };
      return queue.run(queued, () => decode(job, bytes, options.signal));
    },
    stats: () => ({ processes: all.size, ...queue.stats(), deaths }),
    pids: () => [...all].flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
    /** Kills idle processes; the next job starts a new one. */
    killIdle() {
      for (const decoder of [...idle]) decoder.kill();
    },
    /** Kills all processes. Pending jobs reject with 503. */
    close() {
      isClosed = true;
      for (const decoder of [...all]) decoder.kill();
    },
  };
}

/** Returns a function that rejects with DecoderDied if the program does not start. */
export function startsIn(program: DecoderProgram) {
  return async (sandbox: DecoderSandbox) => (await startDecoder(sandbox, program)).kill();
}

/**
 * Detects the strongest available sandbox. The result is memoised; concurrent callers share one
 * probe. `trySandbox` rejects with DecoderDied if a decoder does not start.
 *
 * A weaker sandbox is tried only after a decoder died in the stronger one. A timeout means an
 * overloaded machine. An attacker can cause overload, so it must not weaken the sandbox.
 *
 * @throws DecoderDied if no decoder starts, or not in time; the next call tries again
 */
export function createSandboxDetection(
  trySandbox: (sandbox: DecoderSandbox) => Promise<void>,
): DetectSandbox {
  return startOnce(
    async () => {
      for (const sandbox of DECODER_SANDBOXES) {
        try {
          await trySandbox(sandbox);
          return sandbox;
        } catch (error) {
          if (!(error instanceof DecoderDied) || error.isTimeout) throw error;
        }
      }
      throw new DecoderDied("no decoder starts on this system");
    },
    // The pool's cooldown limits retries.
    { firstMs: 0 },
  );
}

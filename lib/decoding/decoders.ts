import "server-only";
import { createCooldown } from "@/lib/platform/cooldown";
import { warnThrottled } from "@/lib/platform/log";
import { type Decoder, DecoderDied, type DecoderResult, startDecoder } from "./decoder-process";
import type { DecoderJob } from "./decoder-protocol";
import { DECODER_SANDBOXES, type DecoderProgram, type DecoderSandbox } from "./decoder-sandbox";

/** A process is replaced after this many jobs, or when it uses this much memory. */
export type DecoderWear = { jobsMax: number; rssBytesMax: number };

/** Starts decoders in the strongest sandbox that this system allows. */
export type SandboxedStart<D = Decoder> = {
  /** @throws DecoderDied if no decoder starts, or not in time; the error of `startDecoder` */
  start(program: DecoderProgram): Promise<D>;
  /** Null before the first decoder has started. */
  sandbox(): DecoderSandbox | null;
};

export type Decoders = ReturnType<typeof createDecoders>;

/**
 * A job that no decoder could do. `too-slow` and `deadly` are the fault of the image, or of a machine
 * that is busy or short of memory; `none-starts` and `closing` say nothing about the image.
 */
export class DecodingFailed extends Error {
  override readonly name = "DecodingFailed";

  constructor(
    readonly reason: "too-slow" | "deadly" | "none-starts" | "closing",
    cause?: unknown,
  ) {
    super(`decoding failed: ${reason}`, { cause });
  }
}

/** A job is tried twice, because the first process may have been about to exit. */
const DEATHS_MAX = 2;
const START_ATTEMPTS = 3;
/** Pause after no decoder started; jobs fail at once until it is over. */
export const START_COOLDOWN_MS = 5_000;

/**
 * Creates decoder processes as jobs need them; the caller limits how many run at once. An image that
 * kills its decoder fails alone; the next job gets a new process.
 */
export function createDecoders(
  program: DecoderProgram,
  { jobsMax, rssBytesMax }: DecoderWear,
  sandboxed: SandboxedStart = createSandboxedStart(startDecoder),
) {
  const cooldown = createCooldown({ firstMs: START_COOLDOWN_MS });
  const all = new Set<Decoder>();
  const idle = new Set<Decoder>();
  let deaths = 0;
  let isClosed = false;

  /** @throws DecodingFailed `none-starts` after three attempts, and at once during the cooldown */
  async function start(): Promise<Decoder> {
    cooldown.throwIfActive();
    let cause: unknown;
    for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
      try {
        const decoder = await sandboxed.start(program);
        all.add(decoder);
        decoder.onEnd(() => {
          all.delete(decoder);
          idle.delete(decoder);
        });
        if (isClosed) decoder.kill();
        return decoder;
      } catch (error) {
        cause = error;
        if (isClosed) break;
      }
    }
    const failure = new DecodingFailed("none-starts", cause);
    if (!isClosed) warnThrottled("no_decoder_starts", "decoder", cause);
    cooldown.fail(failure);
    throw failure;
  }

  /** Makes a decoder available to the next job, or kills it when it is worn out. */
  function release(decoder: Decoder): void {
    const isWorn = decoder.jobs() >= jobsMax || decoder.rssBytes() > rssBytesMax;
    if (isWorn) decoder.kill();
    else if (all.has(decoder)) idle.add(decoder);
  }

  return {
    /**
     * Runs one job. A job that has started runs to its end even if its signal aborts: killing a process
     * costs more.
     *
     * @throws DecodingFailed; the signal's reason if it aborts before the start
     */
    async run(
      job: DecoderJob,
      bytes: Uint8Array,
      { jobMs, signal }: { jobMs: number; signal?: AbortSignal },
    ): Promise<DecoderResult> {
      if (isClosed) throw new DecodingFailed("closing");
      for (let attempt = 1; ; attempt += 1) {
        const [idleDecoder] = idle;
        const decoder = idleDecoder ?? (await start());
        idle.delete(decoder);
        if (signal?.aborted) release(decoder);
        signal?.throwIfAborted();
        try {
          const result = await decoder.run(job, bytes, jobMs);
          // The process is still decoding the image.
          if (result.answer.status === "too-slow") decoder.kill();
          else release(decoder);
          return result;
        } catch (error) {
          deaths += 1;
          decoder.kill();
          if (isClosed) throw new DecodingFailed("closing");
          if (error instanceof DecoderDied && error.isTimeout) throw new DecodingFailed("too-slow");
          // Usually the image is the cause, but a machine short of memory also kills decoders.
          if (attempt >= DEATHS_MAX) throw new DecodingFailed("deadly");
        }
      }
    },
    /** Starts a decoder for the first job. @throws DecodingFailed `none-starts` */
    async prepare(): Promise<void> {
      if (all.size === 0) release(await start());
    },
    stats: () => ({ processes: all.size, deaths }),
    pids: () => [...all].flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
    /** Kills idle processes; the next job starts a new one. */
    killIdle() {
      for (const decoder of [...idle]) decoder.kill();
    },
    /** Kills all processes. Pending jobs reject with `closing`. */
    close() {
      isClosed = true;
      for (const decoder of [...all]) decoder.kill();
    },
  };
}

/**
 * Creates the start of decoders. The first one is tried in each sandbox from the strongest; the later
 * ones get the sandbox in which it started. Callers meanwhile wait for it.
 *
 * A weaker sandbox is tried only after a decoder died in the stronger one. A timeout, or a system
 * that cannot start processes now, means an overloaded machine. An attacker can cause overload, so it
 * must not weaken the sandbox: the next call tries the strongest again.
 */
export function createSandboxedStart<D>(
  startIn: (sandbox: DecoderSandbox, program: DecoderProgram) => Promise<D>,
): SandboxedStart<D> {
  let found: DecoderSandbox | null = null;
  let first: Promise<D> | null = null;

  async function startFirst(program: DecoderProgram): Promise<D> {
    for (const sandbox of DECODER_SANDBOXES) {
      try {
        const decoder = await startIn(sandbox, program);
        found = sandbox;
        return decoder;
      } catch (error) {
        if (!(error instanceof DecoderDied) || error.isTimeout) throw error;
      }
    }
    throw new DecoderDied("no decoder starts on this system");
  }

  return {
    async start(program) {
      if (found === null && first !== null) await first;
      if (found !== null) return startIn(found, program);
      first = startFirst(program).finally(() => {
        first = null;
      });
      return first;
    },
    sandbox: () => found,
  };
}

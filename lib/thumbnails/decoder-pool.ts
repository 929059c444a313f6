import "server-only";
import type { DecoderResult } from "@/lib/decoding/decoder-process";
import type { DecoderJob } from "@/lib/decoding/decoder-protocol";
import type { DecoderProgram } from "@/lib/decoding/decoder-sandbox";
import { createDecoders, DecodingFailed, type SandboxedStart } from "@/lib/decoding/decoders";
import { type Caller, createFairQueue } from "@/lib/platform/fair-queue";
import { traced } from "@/lib/platform/tracing";
import { busy, ThumbnailFailure, tooManyWait } from "./thumbnail-failure";

export const DECODER_LIMITS = {
  processes: 2,
  waitingMax: 256,
  /** Total size of the waiting originals of other hosts. */
  waitingBytesMax: 128 * 1024 * 1024,
  jobMs: 7_000,
  /** See `DecoderWear`. */
  jobsMax: 500,
  rssBytesMax: 400 * 1024 * 1024,
};

export type DecoderLimits = typeof DECODER_LIMITS;

export type DecoderPool = ReturnType<typeof createDecoderPool>;

/** The jobs of visitors. */
type PoolJob = Exclude<DecoderJob, { kind: "inspect" | "sidecar" }>;

/** Creates decoders for thumbnails and crops behind one queue. */
export function createDecoderPool(
  program: DecoderProgram,
  limits: DecoderLimits,
  sandboxed?: SandboxedStart,
) {
  const { processes, waitingMax, waitingBytesMax, jobMs } = limits;
  const queue = createFairQueue(
    { runningMax: processes, waitingMax, waitingBytesMax },
    // A crop takes a hundred times as long as a thumbnail; both occupy a processor.
    { refusal: tooManyWait, costMs: (ranMs) => ranMs },
  );
  const decoders = createDecoders(program, limits, sandboxed);
  return {
    /**
     * Makes one thumbnail or crop.
     *
     * @throws ThumbnailFailure `unavailable` if it takes too long or kills two decoders, the queue is
     * full or no decoder starts; the signal's reason if it aborts before the job's turn
     */
    run(job: PoolJob, bytes: Uint8Array, caller: Caller): Promise<DecoderResult> {
      // The maker's queue limits the images of the library in memory, before they are read.
      const queued = { ...caller, bytes: job.isForeign ? bytes.length : 0 };
      const { signal } = caller;
      const source = job.isForeign ? "remote" : "library";
      return traced(`decode ${job.kind}`, { "vitrine.thumbnail.source": source }, () =>
        queue.run(queued, () =>
          decoders.run(job, bytes, { jobMs, signal }).catch((error) => {
            throw error instanceof DecodingFailed ? toFailure(error) : error;
          }),
        ),
      );
    },
    stats: () => ({ ...queue.stats(), ...decoders.stats() }),
    pids: decoders.pids,
    prepare: decoders.prepare,
    killIdle: decoders.killIdle,
    /** Kills all processes. Pending jobs reject with 503. */
    close: decoders.close,
  };
}

function toFailure({ reason }: DecodingFailed): ThumbnailFailure {
  switch (reason) {
    case "closing":
      return busy("closing");
    case "none-starts":
      return busy("no decoder starts", 30);
    // The image may be the cause, or a machine that is busy or short of memory. The failure cache
    // doubles the pause each time, so that only a repeated failure is held against the image.
    case "too-slow":
      return new ThumbnailFailure("unavailable", 503, "it kept its decoder busy for too long", {
        retryAfterSeconds: 60,
      });
    case "deadly":
      return new ThumbnailFailure("unavailable", 502, "it killed its decoder twice", {
        retryAfterSeconds: 60,
      });
  }
}

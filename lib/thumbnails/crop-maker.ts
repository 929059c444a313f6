import "server-only";
import { FILES_PER_VISITOR_MAX } from "@/lib/contract/crops";
import type { CropFormat, CropJob } from "@/lib/decoding/decoder-protocol";
import { type Caller, createFairQueue, type QueueLimits } from "@/lib/platform/fair-queue";
import { untilAborted } from "@/lib/platform/request-coalescing";
import { IMAGE_FILE_BYTES_MAX, sniffFormat } from "@/lib/platform/sniff-format";
import type { DecoderPool } from "./decoder-pool";
import { LIBRARY_PREFIX, type Originals } from "./originals";
import { busy, notAnImage, ThumbnailFailure, tooLarge, tooManyWait } from "./thumbnail-failure";
import { pixelsMaxOf } from "./thumbnail-maker";

export type CropFile = { format: CropFormat; body: Buffer };

/** An original stays in memory while its crop is made. */
const QUEUE_LIMITS: QueueLimits = {
  runningMax: 4,
  runningPerVisitorMax: FILES_PER_VISITOR_MAX,
  waitingMax: 64,
};

/**
 * Creates the function that makes the file of a crop: it reads or fetches the original as for a
 * thumbnail, and decodes it in the same processes. `source` is as in `sign` of the pipeline. Returns
 * null if the crop does not match the original.
 *
 * @throws ThumbnailFailure, with 503 after `answerMs`; the signal's reason
 */
export function createCropMaker({
  originals,
  decoders,
  answerMs,
}: {
  originals: Pick<Originals, "get">;
  decoders: Pick<DecoderPool, "run">;
  answerMs: number;
}) {
  const queue = createFairQueue(QUEUE_LIMITS, { refusal: tooManyWait });
  return async (
    source: string,
    wanted: Pick<CropJob, "crop" | "of" | "size" | "xmp">,
    caller: Caller,
  ): Promise<CropFile | null> => {
    const deadline = AbortSignal.timeout(answerMs);
    const signal = AbortSignal.any([caller.signal, deadline]);
    const options = { visitor: caller.visitor, signal };
    const made = queue.run(options, async () => {
      const bytes = await originals.get(source, options);
      if (bytes.length > IMAGE_FILE_BYTES_MAX) throw tooLarge();
      const isForeign = !source.startsWith(LIBRARY_PREFIX);
      const job = { kind: "crop", ...wanted, isForeign, pixelsMax: pixelsMaxOf(source) } as const;
      const { answer, body } = await decoders.run(job, bytes, options);
      if (answer.status === "another-shape") return null;
      if (answer.status === "too-large")
        throw new ThumbnailFailure("too-large", 422, answer.detail);
      // Its output is as untrusted as its input: a hostile image may control the decoder.
      const format = answer.status === "made" ? answer.format : null;
      const isMade = format === "jpeg" || format === "png";
      if (!isMade || sniffFormat(body) !== format) throw notAnImage();
      return { format, body };
    });
    return untilAborted(made, signal).catch((error) => {
      throw deadline.aborted && !caller.signal.aborted ? busy("not made in time", 5) : error;
    });
  };
}

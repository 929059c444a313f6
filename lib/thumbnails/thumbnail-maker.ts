import "server-only";
import type { Bulkhead } from "./bulkhead";
import type { DecoderPool } from "./decoder-pool";
import { DECODED_BYTES_MAX } from "./decoder-protocol";
import type { EncodeEffort } from "./encode-settings";
import type { FailureCache } from "./failure-cache";
import type { ThumbnailFormat } from "./negotiate";
import { LIBRARY_PREFIX, type Originals } from "./originals";
import { tooLarge } from "./read-body";
import { sniffPicture } from "./sniff";
import { ThumbnailFailure } from "./thumbnail-failure";

export type MakeRequest = {
  source: string;
  widthPx: number;
  format: ThumbnailFormat;
  effort: EncodeEffort;
  isUrgent: boolean;
};

export type MadeThumbnail = { format: ThumbnailFormat; body: Buffer };

const STRANGERS_PIXELS_MAX = 40_000_000;
/** The user's own pictures come from large cameras and from nobody who means harm. */
const LIBRARY_PIXELS_MAX = 200_000_000;

export type MakingParts = {
  originals: Pick<Originals, "get">;
  decoders: Pick<DecoderPool, "run">;
  failures: FailureCache;
  /** Lets few of the library's files be in memory at once. */
  library: Bulkhead;
};

/**
 * Fetches and decodes. A file of the library has its place from before it is read until it is
 * decoded; a stranger's is bounded in size, and while it is fetched and waits by other means.
 *
 * @throws ThumbnailFailure, which is remembered for the source where it is the picture's fault; the
 *   signal's reason.
 */
export function makeFromSource(
  request: MakeRequest,
  parts: MakingParts,
  signal: AbortSignal,
): Promise<MadeThumbnail> {
  if (!request.source.startsWith(LIBRARY_PREFIX)) return make(request, parts, signal);
  return parts.library.run("library", signal, () => make(request, parts, signal));
}

async function make(
  { source, widthPx, format, effort, isUrgent }: MakeRequest,
  parts: MakingParts,
  signal: AbortSignal,
): Promise<MadeThumbnail> {
  const bytes = await parts.originals.get(source, signal);
  if (bytes.length > DECODED_BYTES_MAX) throw tooLarge();
  const isOwn = source.startsWith(LIBRARY_PREFIX);
  const job = {
    widthPx,
    format,
    effort,
    pixelsMax: isOwn ? LIBRARY_PIXELS_MAX : STRANGERS_PIXELS_MAX,
    isStrict: !isOwn,
  };
  try {
    const { answer, body } = await parts.decoders.run(job, bytes, { signal, isUrgent });
    if (answer.status === "too-large") {
      throw new ThumbnailFailure("too-large", 422, answer.detail);
    }
    // What comes out of a decoder is judged like what went in: one that a picture has taken over
    // may answer anything.
    const isAsked = answer.status === "made" && mayStandFor(format, answer.format);
    if (!isAsked || sniffPicture(body) !== answer.format) {
      throw new ThumbnailFailure("not-a-picture", 415, "the decoder made nothing of it");
    }
    return { format: answer.format, body };
  } catch (error) {
    // A better encode that took too long says nothing about the picture.
    if (error instanceof ThumbnailFailure && effort === "quick") {
      parts.failures.remember(source, error);
    }
    throw error;
  }
}

/** Whoever takes AVIF takes WebP, too, and gets it where that is made sooner. */
function mayStandFor(asked: ThumbnailFormat, made: ThumbnailFormat): boolean {
  return made === asked || (asked === "avif" && made === "webp");
}

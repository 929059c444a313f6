import "server-only";
import type { ThumbnailWidthPx } from "@/lib/core/image/thumbnail-width";
import type { EncodeEffort, ThumbnailFormat } from "@/lib/decoding/encode-settings";
import type { Caller, FairQueue } from "@/lib/platform/fair-queue";
import { IMAGE_FILE_BYTES_MAX, sniffFormat } from "@/lib/platform/sniff-format";
import type { DecoderPool } from "./decoder-pool";
import type { FailureCache } from "./failure-cache";
import { LIBRARY_PREFIX, type Originals } from "./originals";
import { notAnImage, ThumbnailFailure, tooLarge } from "./thumbnail-failure";

/** One thumbnail in one format. */
export type ThumbnailRequest = {
  source: string;
  widthPx: ThumbnailWidthPx;
  format: ThumbnailFormat;
};

type MakeRequest = ThumbnailRequest & { effort: EncodeEffort };
type MadeThumbnail = { format: ThumbnailFormat; body: Buffer };

type MakerParts = {
  originals: Pick<Originals, "get">;
  decoders: Pick<DecoderPool, "run">;
  failures: FailureCache;
  /** Limits how many files of the library are in memory at once. */
  library: FairQueue;
};

/**
 * Reads or fetches an original and decodes it.
 *
 * @throws ThumbnailFailure, remembered for the source if the image is the cause; the signal's reason
 */
export type MakeThumbnail = (request: MakeRequest, caller: Caller) => Promise<MadeThumbnail>;

const PIXELS_MAX = 40_000_000;
/** The library's own limit: its images are large, and trusted more. */
const LIBRARY_PIXELS_MAX = 200_000_000;

/** Returns the most pixels that a picture of this source may have to be decoded. */
export function pixelsMaxOf(source: string): number {
  return source.startsWith(LIBRARY_PREFIX) ? LIBRARY_PIXELS_MAX : PIXELS_MAX;
}

/**
 * Creates the function that makes thumbnails. An image of the library occupies a slot in its queue
 * from before its file is read until it is decoded.
 */
export function createThumbnailMaker(parts: MakerParts): MakeThumbnail {
  const { originals, decoders, failures, library } = parts;

  async function make({ source, ...wanted }: MakeRequest, caller: Caller): Promise<MadeThumbnail> {
    const bytes = await originals.get(source, caller);
    if (bytes.length > IMAGE_FILE_BYTES_MAX) throw tooLarge();
    const isForeign = !source.startsWith(LIBRARY_PREFIX);
    // A browser that accepts AVIF also accepts WebP, which is faster to encode at small widths.
    const formats = wanted.format === "avif" ? ["avif", "webp"] : [wanted.format];
    const pixelsMax = pixelsMaxOf(source);
    const job = { kind: "thumbnail", ...wanted, pixelsMax, isForeign } as const;
    try {
      const { answer, body } = await decoders.run(job, bytes, caller);
      if (answer.status === "too-large") {
        throw new ThumbnailFailure("too-large", 422, answer.detail);
      }
      // Checks a decoder's output like its input: the image may have taken the decoder over.
      const format = answer.status === "made" ? answer.format : null;
      const isRequested = format !== null && format !== "png" && formats.includes(format);
      if (!isRequested || sniffFormat(body) !== format) throw notAnImage();
      // Not earlier: a picture that kills its decoder is fetched successfully each time.
      failures.forget(source);
      return { format, body };
    } catch (error) {
      // A better encode that took too long says nothing about the image.
      const isConclusive = error instanceof ThumbnailFailure && wanted.effort === "quick";
      if (isConclusive) failures.remember(source, error);
      throw error;
    }
  }

  return (request, caller) => {
    if (!request.source.startsWith(LIBRARY_PREFIX)) return make(request, caller);
    return library.run(caller, () => make(request, caller));
  };
}

import "server-only";
import { availableParallelism } from "node:os";
import { z } from "zod";
import { IMAGE_FORMATS, sniffFormat } from "@/lib/platform/sniff-format";
import { programPath } from "@/lib/platform/worker-calls";
import type { DecoderProgram } from "./decoder-sandbox";
import { createDecoders, DecodingFailed } from "./decoders";
import type { InspectedPicture, Inspection } from "./inspect-picture";
import { UnusablePictureError } from "./usable-picture";

/** `close` ends the processes. */
export type Inspector = { inspect: InspectPicture; close(): void };

/**
 * Determines the properties of a picture that need decoding.
 *
 * @throws UnusablePictureError; DecodingFailed if no decoder starts
 */
export type InspectPicture = (bytes: Buffer) => Promise<InspectedPicture>;

/** How many pictures a scan reads at once: searches and thumbnails come first. */
export const INSPECTED_AT_ONCE = availableParallelism() > 3 ? 3 : 2;

/** The decoder itself gives up after 60 seconds of decoding. */
const JOB_MS = 120_000;
const WEAR = { jobsMax: 500, rssBytesMax: 400 * 1024 * 1024 };

const SIDE_PX_MAX = 200_000_000;
const sidePx = z.int().min(1).max(SIDE_PX_MAX);

/** A decoder's answer is checked like its input: the picture may have taken the decoder over. */
const INSPECTION: z.ZodType<Inspection> = z.object({
  format: z.enum(IMAGE_FORMATS),
  widthPx: sidePx,
  heightPx: sidePx,
  accentColor: z.string().regex(/^#[0-9a-f]{6}$/),
  isTransparent: z.boolean(),
  fingerprint: z.object({
    text: z.string().regex(/^(?:[A-Za-z0-9+/]{128}|sha256-[\w-]{43})$/),
    keys: z.array(z.int().min(0).max(0xff_ff_ff)).min(1).max(64),
  }),
});

/** The program that decodes the pictures of a scan. Searches and thumbnails come before it. */
export const scanDecoder = (hiddenPaths: readonly string[]): DecoderProgram => ({
  path: programPath("decoder"),
  hiddenPaths,
  isBackground: true,
});

/** Creates an inspector whose pictures are decoded in sandboxed processes, as thumbnails are. */
export function createInspector(program: DecoderProgram): Inspector {
  const decoders = createDecoders(program, WEAR);
  return {
    async inspect(bytes) {
      const { answer, body } = await decoders
        .run({ kind: "inspect" }, bytes, { jobMs: JOB_MS })
        .catch((cause) => {
          throw cause instanceof DecodingFailed ? toUnusable(cause) : cause;
        });
      if (answer.status === "not-a-picture") {
        throw new UnusablePictureError(String(answer.detail).slice(0, 200));
      }
      const checked = INSPECTION.safeParse("inspection" in answer ? answer.inspection : null);
      if (!checked.success || checked.data.format !== sniffFormat(bytes)) {
        throw new UnusablePictureError("its decoder gave no usable answer");
      }
      return { ...checked.data, metadata: body.length === 0 ? null : body };
    },
    close: decoders.close,
  };
}

function toUnusable(failed: DecodingFailed): Error {
  if (failed.reason === "too-slow") return new UnusablePictureError("takes too long to decode");
  if (failed.reason === "deadly") return new UnusablePictureError("it ended its decoder twice");
  return failed;
}

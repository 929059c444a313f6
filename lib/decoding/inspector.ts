import "server-only";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { IMAGE_FORMATS, sniffFormat } from "@/lib/platform/sniff-format";
import { programPath } from "@/lib/platform/worker-calls";
import { cleanText } from "@/lib/protocol/clean-text";
import { readWebUrl } from "@/lib/protocol/read-web-url";
import type { DecoderResult } from "./decoder-process";
import type { DecoderJob } from "./decoder-protocol";
import type { DecoderProgram } from "./decoder-sandbox";
import { createDecoders, DecodingFailed, START_COOLDOWN_MS } from "./decoders";
import {
  CHARACTERS_MAX,
  type FileMetadata,
  isPublicUrl,
  KEYWORDS_MAX,
  type SidecarKind,
  TRANSLATIONS_MAX,
} from "./file-metadata";
import type { Inspection } from "./inspect-picture";
import {
  INSPECTED_PIXELS_MAX,
  UndecodedPictureError,
  UnusablePictureError,
} from "./usable-picture";

/** Reads files that other people made, in sandboxed processes, as thumbnails are made. */
export type Inspector = {
  inspect: InspectPicture;
  parseSidecar: ParseSidecar;
  /** Ends the processes. */
  close(): void;
};

/**
 * Determines the properties of a picture that need decoding, and what its file states.
 *
 * @throws UnusablePictureError; DecodingFailed if no decoder starts
 */
export type InspectPicture = (bytes: Buffer) => Promise<Inspection>;

/**
 * Reads a file beside a picture; a damaged one states nothing.
 *
 * @throws UnusablePictureError if it takes too long or ends its decoder; DecodingFailed if no decoder
 *   starts
 */
export type ParseSidecar = (
  bytes: Buffer,
  kind: SidecarKind,
) => FileMetadata | Promise<FileMetadata>;

/** How many pictures a scan reads at once: searches and thumbnails come first. */
export const INSPECTED_AT_ONCE = availableParallelism() > 3 ? 3 : 2;

/** Long, because a decoder gives up after 60 seconds of CPU time, and gets only the time that others leave. */
const INSPECT_MS = 600_000;
const SIDECAR_MS = 120_000;
const REASON_CHARACTERS_MAX = 200;
const WEAR = { jobsMax: 500, rssBytesMax: 400 * 1024 * 1024 };

/** A timer may end this much too early. */
const TIMER_MS = 10;

const sidePx = z.int().min(1).max(INSPECTED_PIXELS_MAX);

/** A text without control and directional characters; a code point has at most two UTF-16 units. */
const text = (charactersMax: number) =>
  z
    .string()
    .min(1)
    .max(2 * charactersMax)
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\uFEFF]*$/u);

const METADATA: z.ZodType<FileMetadata> = z.strictObject({
  title: text(CHARACTERS_MAX.title).nullable(),
  description: text(CHARACTERS_MAX.description).nullable(),
  keywords: z.array(text(CHARACTERS_MAX.keywords)).max(KEYWORDS_MAX),
  translations: z.array(text(CHARACTERS_MAX.translations)).max(TRANSLATIONS_MAX),
  place: text(CHARACTERS_MAX.place).nullable(),
  sourcePage: z
    .string()
    .refine((url) => readWebUrl(url) === url && isPublicUrl(url))
    .nullable(),
  takenAt: z
    .string()
    .regex(/^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d:\d\d)?)?)?$/)
    .refine((date) => !Number.isNaN(Date.parse(date)))
    .nullable(),
  camera: text(CHARACTERS_MAX.camera).nullable(),
  creator: text(CHARACTERS_MAX.creator).nullable(),
  copyright: text(CHARACTERS_MAX.copyright).nullable(),
  licence: text(CHARACTERS_MAX.licence).nullable(),
});

/** A decoder's answer is checked like its input: the picture may have taken the decoder over. */
const INSPECTION: z.ZodType<Inspection> = z.strictObject({
  format: z.enum(IMAGE_FORMATS),
  widthPx: sidePx,
  heightPx: sidePx,
  accentColor: z.string().regex(/^#[0-9a-f]{6}$/),
  isTransparent: z.boolean(),
  fingerprint: z.strictObject({
    text: z.string().regex(/^(?:[A-Za-z0-9+/]{811}=|sha256-[\w-]{43})$/),
    keys: z.array(z.int().min(0).max(0xff_ff_ff)).min(1).max(64),
  }),
  metadata: METADATA,
});

/** The program that decodes the pictures of a scan. Searches and thumbnails come before it. */
export const scanDecoder = (hiddenPaths: readonly string[]): DecoderProgram => ({
  path: programPath("decoder"),
  hiddenPaths,
  isBackground: true,
});

/** Creates an inspector whose files are read in sandboxed processes, as thumbnails are made. */
export function createInspector(program: DecoderProgram): Inspector {
  const decoders = createDecoders(program, WEAR);

  async function run(
    job: DecoderJob,
    bytes: Buffer,
    jobMs: number,
    isRepeated = false,
  ): Promise<DecoderResult> {
    try {
      return await decoders.run(job, bytes, { jobMs });
    } catch (cause) {
      if (!(cause instanceof DecodingFailed)) throw cause;
      if (cause.reason === "too-slow") throw new UndecodedPictureError("takes too long to decode");
      if (cause.reason === "deadly") throw new UndecodedPictureError("it ended its decoder twice");
      if (cause.reason === "closing" || isRepeated) throw cause;
      // Too many open files, or too little memory, say nothing about this file and may soon be over.
      await wait(START_COOLDOWN_MS + TIMER_MS);
      return run(job, bytes, jobMs, true);
    }
  }

  return {
    async inspect(bytes) {
      const { answer } = await run({ kind: "inspect" }, bytes, INSPECT_MS);
      if (answer.status === "not-a-picture" || answer.status === "too-slow") {
        const reason = cleanText(answer.detail).slice(0, REASON_CHARACTERS_MAX);
        throw answer.status === "too-slow"
          ? new UndecodedPictureError(reason)
          : new UnusablePictureError(reason);
      }
      const checked = INSPECTION.safeParse("inspection" in answer ? answer.inspection : null);
      if (!checked.success || checked.data.format !== sniffFormat(bytes)) throw unusableAnswer();
      if (checked.data.widthPx * checked.data.heightPx > INSPECTED_PIXELS_MAX)
        throw unusableAnswer();
      return checked.data;
    },
    async parseSidecar(bytes, kind) {
      const { answer } = await run({ kind: "sidecar", sidecar: kind }, bytes, SIDECAR_MS);
      const checked = METADATA.safeParse("metadata" in answer ? answer.metadata : null);
      if (!checked.success) throw unusableAnswer();
      return checked.data;
    },
    close: decoders.close,
  };
}

const unusableAnswer = () => new UnusablePictureError("its decoder gave no usable answer");

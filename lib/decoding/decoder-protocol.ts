import "server-only";
import type { Crop } from "@/lib/contract/picker";
import type { EncodeEffort, ThumbnailFormat } from "./encode-settings";
import type { FileMetadata, SidecarKind } from "./file-metadata";
import type { Inspection } from "./inspect-picture";

/** A decoder's input; the original's bytes follow it. */
export type DecoderJob =
  | ({ kind: "thumbnail" } & ThumbnailJob)
  | ({ kind: "crop" } & CropJob)
  | { kind: "inspect" }
  | { kind: "sidecar"; sidecar: SidecarKind };

export type DecodingLimits = {
  /** Images with more pixels are not decoded. */
  pixelsMax: number;
  /** Whether another host sent the file: if so, no TIFF, and no file that causes a warning, is decoded. */
  isForeign: boolean;
};

export type ThumbnailJob = DecodingLimits & {
  widthPx: number;
  format: ThumbnailFormat;
  effort: EncodeEffort;
};

export type CropJob = DecodingLimits & {
  /** In pixels of `of`, upright. */
  crop: Crop;
  /** The original's size as the search service stated it; null to use the real one. */
  of: { width: number; height: number } | null;
  /** The file's size in pixels; null, and a size larger than the crop, keep the crop's. */
  size: { width: number; height: number } | null;
  /** The file's metadata, an XMP packet. */
  xmp: string;
};

export type CropFormat = "jpeg" | "png";

/** A larger file of a crop is refused. No thumbnail or metadata is nearly as large. */
export const MADE_BYTES_MAX = 64 * 1024 * 1024;

/** A decoder's output; with `made`, the bytes of the thumbnail or the crop follow it. */
export type DecoderAnswer = { rssBytes: number } & (
  | { status: "made"; format: ThumbnailFormat | CropFormat; widthPx: number; heightPx: number }
  | { status: "inspected"; inspection: Inspection }
  | { status: "read"; metadata: FileMetadata }
  | { status: "ready"; build: string | null }
  | { status: "too-large" | "too-slow" | "not-a-picture" | "another-shape"; detail: string }
);

export type Frame = { header: unknown; body: Buffer };

/** What a file states is the longest header: 40 translations of 2,000 characters, 3 bytes each. */
const HEADER_BYTES_MAX = 512 * 1024;
const PREFIX_BYTES = 8;

/** Encodes one message on the pipe: the lengths of header and body, a JSON header, a body. */
export function encodeFrame(header: DecoderJob | DecoderAnswer, body: Uint8Array): Buffer[] {
  const text = Buffer.from(JSON.stringify(header), "utf8");
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(text.length, 0);
  prefix.writeUInt32BE(body.length, 4);
  return [Buffer.concat([prefix, text]), Buffer.from(body.buffer, body.byteOffset, body.length)];
}

/**
 * Creates a reader that accepts chunks of the pipe and returns the messages that each one completes.
 *
 * The other side may be compromised, so lengths are checked before memory is allocated.
 *
 * @throws RangeError for a length out of bounds, SyntaxError for a header that is not JSON
 */
export function createFrameReader(bodyBytesMax: number): (chunk: Buffer) => Frame[] {
  /** The completed parts of prefix, header and body; `part` is the next one. */
  let parts: Buffer[] = [];
  let part: Buffer = Buffer.alloc(PREFIX_BYTES);
  let filledBytes = 0;

  function nextPart(): Buffer {
    const [prefix] = parts;
    if (prefix === undefined) return Buffer.alloc(PREFIX_BYTES);
    const [headerBytes, bodyBytes] = [prefix.readUInt32BE(0), prefix.readUInt32BE(4)];
    if (headerBytes > HEADER_BYTES_MAX || bodyBytes > bodyBytesMax) {
      throw new RangeError("a message out of bounds");
    }
    return Buffer.allocUnsafe(parts.length === 1 ? headerBytes : bodyBytes);
  }

  return (chunk) => {
    const frames: Frame[] = [];
    let readBytes = 0;
    do {
      const copiedBytes = chunk.copy(part, filledBytes, readBytes);
      readBytes += copiedBytes;
      filledBytes += copiedBytes;
      if (filledBytes < part.length) break;
      parts.push(part);
      const [, header, body] = parts;
      if (header !== undefined && body !== undefined) {
        frames.push({ header: JSON.parse(header.toString("utf8")) as unknown, body });
        parts = [];
      }
      part = nextPart();
      filledBytes = 0;
    } while (readBytes < chunk.length || part.length === 0);
    return frames;
  };
}

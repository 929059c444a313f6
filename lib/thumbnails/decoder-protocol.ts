import "server-only";
import type { EncodeEffort } from "./encode-settings";
import type { ThumbnailFormat } from "./negotiate";

/** What a decoder is asked; the original's bytes go with it. */
export type DecoderJob = {
  widthPx: number;
  format: ThumbnailFormat;
  effort: EncodeEffort;
  /** Width times height that are still decoded. */
  pixelsMax: number;
  /** True for strangers' files: one that only raises a warning is refused, too. */
  isStrict: boolean;
};

/** What a decoder answers; the thumbnail's bytes go with a good one. */
export type DecoderAnswer = { rssBytes: number } & (
  | { status: "made"; format: ThumbnailFormat; widthPx: number; heightPx: number }
  | { status: "ready" | "too-large" | "not-a-picture"; detail: string }
);

export type Frame = { header: unknown; body: Buffer };

/** More than any original that is decoded has. */
export const DECODED_BYTES_MAX = 128 * 1024 * 1024;

const HEADER_BYTES_MAX = 4_096;
const PREFIX_BYTES = 8;

/** One message on the pipe: two lengths, a JSON header, a body. */
export function encodeFrame(header: DecoderJob | DecoderAnswer, body: Uint8Array): Buffer[] {
  const text = Buffer.from(JSON.stringify(header), "utf8");
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(text.length, 0);
  prefix.writeUInt32BE(body.length, 4);
  return [Buffer.concat([prefix, text]), Buffer.from(body.buffer, body.byteOffset, body.length)];
}

/**
 * Puts messages together from the pieces a pipe delivers.
 *
 * The other side may have been taken over by a picture, so lengths are bounded before anything is
 * kept.
 */
export class FrameReader {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #lengths: { header: number; body: number } | null = null;

  constructor(private readonly bodyBytesMax: number) {}

  /**
   * Takes a piece; answers the messages it completes.
   *
   * @throws RangeError for a length that is out of bounds, SyntaxError for a header that is no JSON.
   */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    const frames: Frame[] = [];
    for (;;) {
      const frame = this.#take();
      if (frame === null) return frames;
      frames.push(frame);
    }
  }

  #take(): Frame | null {
    if (this.#lengths === null) {
      if (this.#bytes < PREFIX_BYTES) return null;
      const prefix = this.#cut(PREFIX_BYTES);
      const lengths = { header: prefix.readUInt32BE(0), body: prefix.readUInt32BE(4) };
      if (lengths.header > HEADER_BYTES_MAX || lengths.body > this.bodyBytesMax) {
        throw new RangeError("a message out of bounds");
      }
      this.#lengths = lengths;
    }
    const { header, body } = this.#lengths;
    if (this.#bytes < header + body) return null;
    this.#lengths = null;
    const text = this.#cut(header).toString("utf8");
    return { header: JSON.parse(text) as unknown, body: this.#cut(body) };
  }

  /** Pieces are joined only once enough of them have come, so that a large body is copied once. */
  #cut(bytes: number): Buffer {
    const whole = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const all = whole ?? Buffer.alloc(0);
    const rest = all.subarray(bytes);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
    return all.subarray(0, bytes);
  }
}

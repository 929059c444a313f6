import "server-only";
import { decodeText } from "./decode-text";
import { METADATA_BLOCK_BYTES_MAX } from "./file-metadata";

/** The parts of a JPEG's metadata that `sharp` does not extract. */
export type JpegMetadata = {
  comments: string[];
  /** Extended XMP, which holds what exceeds 64 KB, by its digest, which the main packet states. */
  extendedXmp: Map<string, Buffer>;
};

const COM = 0xfe;
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const EXTENSION = Buffer.from("http://ns.adobe.com/xmp/extension/\0", "latin1");
const DIGEST_BYTES = 32;
/** Digest, length of the whole, offset of this part (XMP part 3, §1.1.3.1). */
const PART_HEAD_BYTES = EXTENSION.length + DIGEST_BYTES + 8;
const SEGMENTS_MAX = 10_000;
/** More than a picture may have, so that the caller refuses it. */
const EXTENDED_BYTES_MAX = 2 * METADATA_BLOCK_BYTES_MAX;
const COMMENTS_MAX = 10;

/**
 * Reads the segments before the first scan of a JPEG. Leaves out what is damaged; never throws. Linear in
 * its length. Runs in a decoder.
 */
export function readJpeg(file: Buffer): JpegMetadata {
  const comments: string[] = [];
  const parts = new Map<string, { offset: number; data: Buffer }[]>();
  let extendedBytes = 0;
  for (let at = 2, count = 0; at + 4 <= file.length && count < SEGMENTS_MAX; count += 1) {
    if (file[at] !== 0xff) break;
    const marker = file[at + 1];
    // Fill bytes may precede a marker (ITU T.81 §B.1.1.2).
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) break;
    const segment = file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2));
    at += 4 + segment.length;
    if (marker === COM && comments.length < COMMENTS_MAX) comments.push(decodeText(segment));
    if (marker !== APP1 || segment.length < PART_HEAD_BYTES) continue;
    if (!segment.subarray(0, EXTENSION.length).equals(EXTENSION)) continue;
    const digest = segment.toString("latin1", EXTENSION.length, EXTENSION.length + DIGEST_BYTES);
    const offset = segment.readUInt32BE(PART_HEAD_BYTES - 4);
    const ofDigest = parts.get(digest) ?? [];
    extendedBytes += segment.length;
    if (extendedBytes > EXTENDED_BYTES_MAX) break;
    ofDigest.push({ offset, data: segment.subarray(PART_HEAD_BYTES) });
    parts.set(digest, ofDigest);
  }
  const extendedXmp = new Map([...parts].map(([digest, all]) => [digest, joined(all)]));
  return { comments, extendedXmp };
}

/** Returns the parts in their order, up to the first that is missing. */
function joined(parts: { offset: number; data: Buffer }[]): Buffer {
  const inOrder = parts.sort((a, b) => a.offset - b.offset);
  let length = 0;
  const contiguous: Buffer[] = [];
  for (const { offset, data } of inOrder) {
    if (offset !== length) break;
    contiguous.push(data);
    length += data.length;
  }
  return Buffer.concat(contiguous);
}

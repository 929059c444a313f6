import "server-only";
import { decodeText } from "./decode-text";

/** Datasets of the application record (IPTC-IIM 4.2, chapter 6). */
const DATASETS = new Map([
  [5, "ObjectName"],
  [25, "Keywords"],
  [55, "DateCreated"],
  [80, "Byline"],
  [90, "City"],
  [92, "SubLocation"],
  [95, "State"],
  [101, "Country"],
  [105, "Headline"],
  [110, "Credit"],
  [115, "Source"],
  [116, "CopyrightNotice"],
  [120, "Caption"],
]);
const APPLICATION_RECORD = 2;
const VALUES_MAX = 1000;

/**
 * Returns the texts of an IPTC block by dataset name: of IIM records, or of a Photoshop block with
 * them. Leaves out what is damaged; never throws. Linear in its length. Runs in a decoder.
 *
 * Ignores the marker of the encoding (dataset 1:90), which many programs do not write.
 */
export function readIptc(block: Buffer): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const records = recordsOf(block);
  let count = 0;
  for (let at = 0; at + 5 <= records.length && records[at] === 0x1c; ) {
    const name = records[at + 1] === APPLICATION_RECORD && DATASETS.get(records[at + 2] as number);
    const stated = records.readUInt16BE(at + 3);
    const start = at + 5 + (stated & 0x8000 ? stated & 0x7fff : 0);
    // Lengths above 32 KB take up to 4 further bytes.
    const lengthBytes = start - at - 5;
    if (lengthBytes > 4 || start > records.length) break;
    const length = lengthBytes === 0 ? stated : records.readUIntBE(at + 5, lengthBytes);
    at = start + length;
    if (!name) continue;
    count += 1;
    if (count > VALUES_MAX) break;
    texts.set(name, [...(texts.get(name) ?? []), decodeText(records.subarray(start, at))]);
  }
  return texts;
}

const PHOTOSHOP = "Photoshop 3.0\0";
const IPTC_RESOURCE = 0x0404;
/** Signature, identifier, length of the name. */
const RESOURCE_HEAD_BYTES = 7;

/** Finds the IIM records in the resources of a Photoshop block (Adobe, "Image Resource Blocks"). */
function recordsOf(block: Buffer): Buffer {
  const hasHead = block.toString("latin1", 0, PHOTOSHOP.length) === PHOTOSHOP;
  if (!hasHead) return block;
  let at = PHOTOSHOP.length;
  while (at + RESOURCE_HEAD_BYTES <= block.length) {
    // The name with its length, and the data, are padded to an even length.
    const sizeAt = at + 6 + even(1 + (block[at + 6] as number));
    if (sizeAt + 4 > block.length) break;
    const size = block.readUInt32BE(sizeAt);
    const data = block.subarray(sizeAt + 4, sizeAt + 4 + size);
    if (block.readUInt16BE(at + 4) === IPTC_RESOURCE) return data;
    at = sizeAt + 4 + even(size);
  }
  return Buffer.alloc(0);
}

const even = (length: number) => length + (length % 2);

import "server-only";

import type { ByteRange } from "@/lib/platform/byte-range";

/** A picture's file, open for reading; `close` it, or read its stream to the end. */
export type Original = {
  /** Safe in a header: letters, digits and hyphens, with an extension. */
  fileName: string;
  contentType: string;
  sizeBytes: number;
  /** Strong: the same only for the same bytes. With its quotes. */
  etag: string;
  modifiedAt: Date;
  /** All bytes, or some; to be called once. */
  stream(range?: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
};

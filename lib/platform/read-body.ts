import "server-only";

/**
 * Reads a body to its end; returns null as soon as it exceeds `bytesMax` bytes.
 *
 * Leaving the loop early closes the stream (its iterator's `return`), so no further bytes are
 * buffered. Rejects with the stream's own error.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of body ?? []) {
    byteCount += chunk.byteLength;
    if (byteCount > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

import "server-only";

/**
 * Reads a body to its end; returns null as soon as it exceeds `bytesMax` bytes, or arrives in tiny
 * chunks (`isFragmented`). Calls `onChunk` with each chunk before it keeps it; rejects with what it
 * throws.
 *
 * Leaving the loop early closes the stream (its iterator's `return`), so no further bytes are
 * buffered. Rejects with the stream's own error.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of body ?? []) {
    byteCount += chunk.byteLength;
    if (byteCount > bytesMax) return null;
    onChunk(chunk);
    chunks.push(chunk);
    if (isFragmented(chunks.length, byteCount)) return null;
  }
  return Buffer.concat(chunks);
}

/**
 * Whether a body arrives in chunks so small that the memory and time for them far exceed those for its
 * bytes. No honest sender does that, but an attacker may: a `Buffer` of one byte occupies over a hundred bytes.
 */
export function isFragmented(chunkCount: number, byteCount: number): boolean {
  return chunkCount > 1_000 && byteCount < 64 * chunkCount;
}

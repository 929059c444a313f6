import type { ExportedImage } from "@/lib/contract/picked-image";
import { exportManifest } from "@/lib/core/exports/manifest";
import { type ImportedCollection, readManifest } from "@/lib/core/exports/read-manifest";
import { fromBase64Url, toBase64Url } from "../base64url";

const SHARED_PATH = "/collections/shared";

/** Identifies the encoding, so that a future encoding can use another prefix. */
const PREFIX = "1.";

/** Mail programs, chats and Safari break longer links. */
const LINK_CHARACTERS_MAX = 30_000;

/** A small link must not unpack to more data than a browser can display. */
const UNPACKED_BYTES_MAX = 4_000_000;

/** Two million empty entries fit a link, and reading them would freeze the page that opens it. */
const SHARED_IMAGES_MAX = 20_000;

/**
 * Returns a link that contains a collection in its fragment, which browsers do not send to servers;
 * null if it would be too long. Includes notes, clearances and proofs, but no thumbnails.
 */
export async function shareLink(
  images: readonly ExportedImage[],
  title: string,
): Promise<string | null> {
  const { origin } = location;
  const shared = images.map((image) => ({ ...image, thumbnails: null, fallbackUrl: null }));
  const text = exportManifest(shared, { title, exportedAt: new Date().toISOString(), origin });
  const packed = await pack(JSON.stringify(JSON.parse(text)));
  const link = `${origin}${SHARED_PATH}#${PREFIX}${packed}`;
  return link.length <= LINK_CHARACTERS_MAX ? link : null;
}

/** Returns the collection in a fragment that `shareLink` made; null for any other. */
export async function readShareLink(fragment: string): Promise<ImportedCollection | null> {
  const packed = fragment.replace(/^#/, "");
  // Deflate compresses up to a thousandfold, and a chunk is unpacked before its bytes are counted.
  if (!packed.startsWith(PREFIX) || packed.length > LINK_CHARACTERS_MAX) return null;
  try {
    const text = await unpack(packed.slice(PREFIX.length));
    return text === null ? null : readManifest(text, location.origin, SHARED_IMAGES_MAX);
  } catch {
    return null;
  }
}

async function pack(text: string): Promise<string> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  return toBase64Url(bytes);
}

/** Null for more than `UNPACKED_BYTES_MAX`. @throws if the text was not packed */
async function unpack(packed: string): Promise<string | null> {
  const stream = new Blob([fromBase64Url(packed)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let count = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    count += value.byteLength;
    if (count > UNPACKED_BYTES_MAX) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

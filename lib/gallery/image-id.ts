import "server-only";
import { createHash } from "node:crypto";

const ID_BYTES = 16;

/**
 * Our id of an image, since the interface gives none: a hash of its normalised `imageUrl` and
 * `hostUrl`, as 22 characters of base64url. Links, selections and exports hang on it.
 *
 * Each address is preceded by its length, so that no two pairs are hashed as one text; a missing
 * `hostUrl` counts as empty, which no address is.
 */
export function imageId(imageUrl: string, hostUrl: string | null): string {
  const hash = createHash("sha256");
  for (const address of [imageUrl, hostUrl ?? ""]) {
    hash.update(`${Buffer.byteLength(address)}:${address}`);
  }
  return hash.digest().subarray(0, ID_BYTES).toString("base64url");
}

import {
  IMAGE_PROOFS_URL,
  PROOF_IMAGES_MAX,
  type ProofsAnswer,
  type ProvenImage,
} from "@/lib/contract/image-proofs";
import type { SavedImage } from "@/lib/contract/picked-image";
import { provenImage } from "@/lib/core/image/proven-image";
import { isThumbnailExpiring } from "@/lib/core/image/thumbnail-expiry";

/** The server's proof and thumbnails for an image. */
export type NewProof = Pick<SavedImage, "reference" | "thumbnails">;

type ImageToProve = Pick<
  SavedImage,
  "id" | "imageUrl" | "hostUrl" | "width" | "height" | "thumbnails" | "reference"
>;

/** Whether an image lacks a signed proof, or its thumbnails are missing or expire soon. */
export function needsProof({ thumbnails, reference }: ImageToProve, nowMs = Date.now()): boolean {
  if (thumbnails === null) return reference !== null;
  return reference === null || isThumbnailExpiring(thumbnails.path, nowMs);
}

/**
 * Asks the server for proofs and new thumbnail URLs, in batches.
 *
 * @param onUnanswered is called with the images of a request that failed, and all after them
 * @returns proofs by image id, without images for which the server returned none; stops at the
 *   first request that fails
 */
export async function fetchProofs(
  images: readonly ImageToProve[],
  onUnanswered: (images: readonly ImageToProve[]) => void = () => {},
): Promise<Map<string, NewProof>> {
  const found = new Map<string, NewProof>();
  for (let first = 0; first < images.length; first += PROOF_IMAGES_MAX) {
    const batch = images.slice(first, first + PROOF_IMAGES_MAX);
    const answer = await askServer(batch.map(provenImage));
    if (answer === null) {
      onUnanswered(images.slice(first));
      break;
    }
    for (const [i, image] of batch.entries()) {
      const proven = answer.images[i] ?? null;
      if (proven === null) continue;
      const { reference, thumbnails } = proven;
      found.set(image.id, { reference: reference ?? image.reference, thumbnails });
    }
  }
  return found;
}

async function askServer(images: readonly ProvenImage[]): Promise<ProofsAnswer | null> {
  try {
    const response = await fetch(IMAGE_PROOFS_URL, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ images }),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Images added within this time share one request. */
const GATHERING_MS = 60;

/**
 * Creates a queue of images whose thumbnails are about to be shown but expired or failed. It asks
 * the server once for each image, in batches, and again only after a request that failed, or if the
 * thumbnails that the server returned expired or failed too.
 *
 * @param onFound is called with what the server returned
 * @param onMissing is called with the ids of images that still have no thumbnails
 */
export function createProofQueue(
  onFound: (found: Map<string, NewProof>) => void,
  onMissing: (ids: readonly string[]) => void = () => {},
) {
  /** The thumbnail path that the server was asked about, by image id. */
  const asked = new Map<string, string | undefined>();
  let waiting: ImageToProve[] = [];

  async function flush(): Promise<void> {
    const images = waiting;
    waiting = [];
    const found = await fetchProofs(images, (unanswered) => {
      for (const { id } of unanswered) asked.delete(id);
    });
    if (found.size > 0) onFound(found);
    const missing = images.flatMap(({ id }) => (found.get(id)?.thumbnails ? [] : [id]));
    if (missing.length > 0) onMissing(missing);
  }

  return {
    /**
     * Asks for an image, unless the server was asked about these thumbnails before, or returned none,
     * and that request did not fail.
     */
    add(image: ImageToProve): void {
      const path = image.thumbnails?.path;
      if (asked.has(image.id) && (path === undefined || path === asked.get(image.id))) return;
      asked.set(image.id, path);
      waiting.push(image);
      if (waiting.length === 1) setTimeout(flush, GATHERING_MS);
    },
  };
}

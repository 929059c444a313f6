import "server-only";
import {
  REFERENCED_IMAGES_MAX,
  type ReferencedImage,
  type ReferencesAnswer,
} from "@/lib/contract/image-references";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import { warnThrottled } from "@/lib/platform/log";
import { isFromOwnPage } from "./cross-site";
import { type ImageProofs, type KnownImage, readImageList, readSentImage } from "./image-proofs";
import type { ImageReferences, ReferencedFields } from "./image-references";
import { type ThumbnailSigner, thumbnailsOf } from "./with-thumbnails";

/**
 * POST /api/image-references: references for images that a visitor saves, and new thumbnail URLs for
 * saved ones. It never pays for a search, and keeps nothing of what was sent.
 *
 * Body    `ReferencesRequest`, as JSON.
 * 200     `ReferencesAnswer`.
 * Errors  cross_site, images_invalid.
 */
export function referencesEndpoint({
  proofs,
  references,
  thumbnails,
}: {
  proofs: ImageProofs;
  references: Pick<ImageReferences, "sign">;
  thumbnails: ThumbnailSigner;
}): Handler {
  function referenced(image: ReferencedFields, known: KnownImage): ReferencedImage {
    const { imageUrl, width, height, revision } = known;
    const source = { imageUrl, width, height, ...(revision !== undefined && { revision }) };
    return { reference: reference(image), thumbnails: thumbnailsOf(source, thumbnails) };
  }

  /** Null while the key can be neither read nor stored: such a reference would be invalid tomorrow. */
  function reference(image: ReferencedFields): string | null {
    try {
      return references.sign(image);
    } catch (cause) {
      warnThrottled("store_failed", "secrets", cause);
      return null;
    }
  }

  return async (request) => {
    if (!isFromOwnPage(request.headers)) {
      throw new AppError("cross_site", "not sent by a page of ours");
    }
    const sent = await readImageList(request, REFERENCED_IMAGES_MAX);
    const images = await Promise.all(
      sent.map(async (each) => {
        const image = readSentImage(each);
        const known = image === null ? null : await proofs.check(image);
        return image === null || known === null ? null : referenced(image, known);
      }),
    );
    return BytesResponse.of({ images } satisfies ReferencesAnswer);
  };
}

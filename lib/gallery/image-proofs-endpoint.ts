import "server-only";
import {
  type AnsweredProof,
  PROOF_IMAGES_MAX,
  type ProofsAnswer,
} from "@/lib/contract/image-proofs";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { warnThrottled } from "@/lib/platform/log";
import { assertOwnPage } from "@/lib/web/cross-site";
import { type Endpoint, GALLERY_POST } from "@/lib/web/route";
import {
  IMAGES_BYTES_MAX,
  type ImageProofs,
  type KnownImage,
  readImageList,
  readSentImage,
} from "./image-proofs";
import type { ProofFields, ProofSigner } from "./proof-signer";
import { type ThumbnailSigner, thumbnailsOf } from "./with-thumbnails";

/**
 * POST /api/image-references: proofs for images that a visitor saves, and new thumbnail URLs for
 * saved images. It never pays for a search, and stores nothing of the request.
 *
 * Body    `ProofsRequest`, as JSON.
 * 200     `ProofsAnswer`.
 * Errors  cross_site, images_invalid.
 */
export function imageProofsEndpoint({
  proofs,
  signer,
  thumbnails,
}: {
  proofs: ImageProofs;
  signer: Pick<ProofSigner, "sign">;
  thumbnails: ThumbnailSigner;
}): Endpoint {
  function newProof(image: ProofFields, known: KnownImage): AnsweredProof {
    const { imageUrl, hostUrl, width, height, revision } = known;
    const source = {
      imageUrl,
      hostUrl,
      width,
      height,
      ...(revision !== undefined && { revision }),
    };
    return { reference: sign(image), thumbnails: thumbnailsOf(source, thumbnails) };
  }

  /** Null while the key can be neither read nor stored: such a proof would be invalid tomorrow. */
  function sign(image: ProofFields): string | null {
    try {
      return signer.sign(image);
    } catch (cause) {
      warnThrottled("store_failed", "secrets", cause);
      return null;
    }
  }

  return {
    ...GALLERY_POST,
    path: "/api/image-references",
    bodyBytesMax: IMAGES_BYTES_MAX,
    handler: async (request) => {
      assertOwnPage(request);
      const sent = await readImageList(request, PROOF_IMAGES_MAX);
      const images = await Promise.all(
        sent.map(async (each) => {
          const image = readSentImage(each);
          const known = image === null ? null : await proofs.check(image);
          return image === null || known === null ? null : newProof(image, known);
        }),
      );
      return BytesResponse.of({ images } satisfies ProofsAnswer);
    },
  };
}

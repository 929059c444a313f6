import type { ProvenImage } from "@/lib/contract/image-proofs";
import type { SavedImage } from "@/lib/contract/picked-image";

type Shown = Pick<SavedImage, "imageUrl" | "hostUrl" | "width" | "height" | "thumbnails"> &
  Partial<Pick<SavedImage, "reference">>;

/**
 * Returns an image in the form that a browser sends to this server, with every proof that the browser
 * has: the signed proof, and the path of the thumbnails.
 */
export function provenImage({
  imageUrl,
  hostUrl,
  width,
  height,
  thumbnails,
  reference = null,
}: Shown): ProvenImage {
  const proofs = [reference, thumbnails?.path ?? null].filter((proof) => proof !== null);
  return { imageUrl, hostUrl, width, height, proofs };
}

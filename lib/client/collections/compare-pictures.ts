import { currentHash } from "@/lib/client/picture-hashes";
import type { SavedImage } from "@/lib/contract/picked-image";
import { isOtherPicture } from "@/lib/core/image/perceptual-hash";
import { fetchProofs, needsProof } from "./image-proofs";

type Compared = Pick<
  SavedImage,
  "id" | "imageUrl" | "hostUrl" | "width" | "height" | "thumbnails" | "reference" | "pictureHash"
>;

/** The result of a comparison. */
export type PictureComparison =
  /** The picture differs from the saved one. */
  | { isOther: true }
  /** `firstHash`: the current hash, if none was saved before. */
  | { isOther: false; firstHash: string | null };

/** The server makes only a few thumbnails at a time for each visitor. */
const CONCURRENT_MAX = 4;

/**
 * Creates a function that compares saved images with how they look now. It stops for good when the
 * server makes no more thumbnails for this visitor.
 *
 * The function returns comparisons by image id, without images whose picture is unknown, and how
 * many images were not compared because of that limit.
 *
 * @throws AbortError after `signal`
 */
export function createPictureComparison(signal: AbortSignal, hashOf = currentHash) {
  let isEnded = false;

  async function compare({ thumbnails, pictureHash }: Compared): Promise<PictureComparison | null> {
    if (thumbnails === null) return null;
    const { hash, isLimited } = await hashOf(thumbnails, signal);
    if (isLimited) isEnded = true;
    if (hash === null) return null;
    if (pictureHash === undefined) return { isOther: false, firstHash: hash };
    return isOtherPicture(pictureHash, hash)
      ? { isOther: true }
      : { isOther: false, firstHash: null };
  }

  return async (
    images: readonly Compared[],
  ): Promise<{ comparisons: ReadonlyMap<string, PictureComparison>; uncomparedCount: number }> => {
    const comparisons = new Map<string, PictureComparison>();
    const comparable = images.filter(({ thumbnails }) => thumbnails !== null);
    const result = () => ({
      comparisons,
      uncomparedCount: isEnded ? comparable.length - comparisons.size : 0,
    });
    if (isEnded || comparable.length === 0) return result();
    const renewed = await fetchProofs(comparable.filter((image) => needsProof(image)));
    const waiting = comparable.map((image) => ({ ...image, ...renewed.get(image.id) })).values();
    const compareNext = async () => {
      for (const image of waiting) {
        if (isEnded) return;
        const comparison = await compare(image);
        if (comparison !== null) comparisons.set(image.id, comparison);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_MAX }, compareNext));
    return result();
  };
}

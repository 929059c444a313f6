import { currentHash } from "@/lib/client/picture-hashes";
import type { SavedImage } from "@/lib/contract/picked-image";
import { isOtherPicture } from "@/lib/core/perceptual-hash";
import { fetchReferences, needsReference } from "./image-references";

type Compared = Pick<
  SavedImage,
  "id" | "imageUrl" | "hostUrl" | "width" | "height" | "thumbnails" | "reference" | "pictureHash"
>;

/** What a comparison found out. */
export type PictureComparison =
  /** Another picture than the saved one. */
  | { isOther: true }
  /** `firstHash`: how it looks now, where that was not known before. */
  | { isOther: false; firstHash: string | null };

/** The server makes thumbnails for a visitor a few at a time. */
const CONCURRENT_MAX = 4;

/**
 * Creates the comparison of saved images with how they look now. It ends for good when the server makes
 * no more thumbnails for this visitor.
 *
 * The function returns by image id, without images whose picture is not known.
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

  return async (images: readonly Compared[]): Promise<ReadonlyMap<string, PictureComparison>> => {
    const found = new Map<string, PictureComparison>();
    if (isEnded || images.length === 0) return found;
    const renewed = await fetchReferences(images.filter((image) => needsReference(image)));
    const waiting = images.map((image) => ({ ...image, ...renewed.get(image.id) })).values();
    const compareNext = async () => {
      for (const image of waiting) {
        if (isEnded) return;
        const comparison = await compare(image);
        if (comparison !== null) found.set(image.id, comparison);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_MAX }, compareNext));
    return found;
  };
}

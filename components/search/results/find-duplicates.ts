import type { Image } from "@/lib/contract/search-answer";
import { hashDistance, SAME_BITS_MAX } from "@/lib/core/image/perceptual-hash";

/** Ratios of the same picture differ by rounding, or by a crop that is hard to see. */
const RATIO_TOLERANCE = 0.03;

/** One picture in several sizes or from several hosts. */
export type DuplicateGroup = {
  /** The largest image, which represents the group; the first of equally large images. */
  best: string;
  /** All images of the group in the order of the list, at least two. */
  ids: readonly string[];
};

/**
 * Groups images that show the same picture: similar hashes (`perceptualHash`) and equal ratios. An
 * image without a hash is in no group. Each image is in at most one group, that of the first
 * similar image in the list.
 */
export function duplicateGroups(
  images: readonly Image[],
  hashes: ReadonlyMap<string, string>,
): DuplicateGroup[] {
  const groups: Image[][] = [];
  for (const image of images) {
    const group = groups.find(([first]) => first && areSame(first, image, hashes));
    if (group) group.push(image);
    else if (hashes.has(image.id)) groups.push([image]);
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) => ({ best: largest(group).id, ids: group.map(({ id }) => id) }));
}

/** Returns the images without duplicates: only the best image of each group stays. */
export function withoutDuplicates<T extends { id: string }>(
  images: readonly T[],
  groups: readonly DuplicateGroup[],
): T[] {
  const hidden = new Set(groups.flatMap(({ ids, best }) => ids.filter((id) => id !== best)));
  return images.filter(({ id }) => !hidden.has(id));
}

function areSame(one: Image, other: Image, hashes: ReadonlyMap<string, string>): boolean {
  const [hash, otherHash] = [hashes.get(one.id), hashes.get(other.id)];
  if (hash === undefined || otherHash === undefined) return false;
  const [ratio, otherRatio] = [ratioOf(one), ratioOf(other)];
  if (ratio !== null && otherRatio !== null) {
    if (Math.abs(ratio / otherRatio - 1) > RATIO_TOLERANCE) return false;
  }
  return hashDistance(hash, otherHash) <= SAME_BITS_MAX;
}

function ratioOf({ width, height }: Image): number | null {
  return width === null || height === null ? null : width / height;
}

function largest(group: readonly Image[]): Image {
  const pixels = ({ width, height }: Image) => (width ?? 0) * (height ?? 0);
  return group.reduce((best, image) => (pixels(image) > pixels(best) ? image : best));
}

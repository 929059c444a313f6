import type { ExportedImage } from "@/lib/contract/picked-image";

/** The total size of files, as far as known. */
export type KnownSize = {
  /** The sum of the known sizes. */
  bytes: number;
  /** How many sizes are known. */
  knownCount: number;
};

/** Adds up the file sizes that the images' hosts sent at the last check (still-there.ts). */
export function knownSize(images: readonly Pick<ExportedImage, "check">[]): KnownSize {
  let bytes = 0;
  let knownCount = 0;
  for (const { check } of images) {
    // For a file that is gone, the check still has the validators from before.
    const isThere = check?.state === "there" || check?.state === "changed";
    const sizeBytes = isThere ? (check?.validators?.sizeBytes ?? null) : null;
    if (sizeBytes === null || sizeBytes <= 0) continue;
    bytes += sizeBytes;
    knownCount += 1;
  }
  return { bytes, knownCount };
}

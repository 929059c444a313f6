import type { ExportedImage } from "@/lib/contract/picked-image";

/** The sizes of files, where they are known. */
export type KnownSize = {
  /** The sum of those that are known. */
  bytes: number;
  /** How many are known. */
  knownCount: number;
};

/** Adds up what the images' hosts said of their files when the editor last asked ("Still there?"). */
export function knownSize(images: readonly Pick<ExportedImage, "check">[]): KnownSize {
  let bytes = 0;
  let knownCount = 0;
  for (const { check } of images) {
    // The validators of a file that is gone are those that it had.
    const isThere = check?.state === "there" || check?.state === "changed";
    const sizeBytes = isThere ? (check?.validators?.sizeBytes ?? null) : null;
    if (sizeBytes === null || sizeBytes <= 0) continue;
    bytes += sizeBytes;
    knownCount += 1;
  }
  return { bytes, knownCount };
}

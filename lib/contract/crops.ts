import type { ProvenImage } from "./image-proofs";
import type { Crop } from "./picker";

export const CROP_URL = "/api/crop";

/** Originals, and crops, that the server sends a visitor at once; further ones wait. */
export const FILES_PER_VISITOR_MAX = 2;

/** A slot that an editor chooses without another program; `label` is its name for people. */
export type SizedSlot = { name: string; label: string; width: number; height: number };

/** How an image is cropped for a slot. `file` is the size of the file, at most that of the crop. */
export type SlotCrop = Crop & { slot: SizedSlot; file: { width: number; height: number } };

/** What a cropped file says of itself; empty where nothing is known. No text claims rights. */
export type FileCredit = {
  title: string;
  /** The caption. */
  description: string;
  alternativeText: string;
  /** As the original states it, like `copyright`. */
  creator: string;
  copyright: string;
  /** The sentence that a publication prints. */
  creditLine: string;
  /** The licence, and how the rights were cleared. */
  usageTerms: string;
  /** The page of the image, otherwise the image; absolute. */
  sourceUrl: string;
};

/** The longest text of a credit; a longer one is cut. */
export const CREDIT_TEXT_CHARACTERS_MAX = 1_000;

/** The body of `POST /api/crop`, as JSON. The file is named after `name`. */
export type CropRequest = {
  image: ProvenImage;
  name: string;
  /** In pixels of the size in `image`, or of the original if that has none. */
  crop: Crop;
  /** The file's size in pixels, at most that of the crop; null keeps the crop's. */
  size: { width: number; height: number } | null;
  credit: FileCredit;
};

import type { ProvenImage } from "./image-proofs";

export const STILL_THERE_URL = "/api/still-there";

/** How many images one request may name. */
export const STILL_THERE_IMAGES_MAX = 20;

/** The validators that a host sent with a file; a later change is noticed by them. */
export type FileValidators = {
  etag: string | null;
  /** As sent, in the form of RFC 9110 §5.6.7. */
  lastModified: string | null;
  sizeBytes: number | null;
};

/** The body of `POST /api/still-there`, as JSON; `validators` are those of an earlier answer. */
export type StillThereRequest = {
  images: readonly (ProvenImage & { validators?: FileValidators | null })[];
};

/**
 * What became of an image:
 *
 * - `there` its host has an image at the URL, and the validators do not differ from the earlier ones
 * - `gone` its host says that there is nothing at the URL, or the library no longer has the picture
 * - `moved` its host names another URL for it, permanently
 * - `changed` the URL has another image, according to the validators, or a file that is not an image
 * - `unknown` the host could not be asked, or did not say
 */
export type ImageState = {
  state: "there" | "gone" | "moved" | "changed" | "unknown";
  /** The other URL, if it moved. */
  movedTo: string | null;
  /** The validators that the host sends now; null unless it has an image. */
  validators: FileValidators | null;
};

/** The last answer about a saved image; `at` is ISO 8601 in UTC. */
export type ImageCheck = ImageState & { at: string };

/** The answer, in the order of the request; null for an image without a valid proof. */
export type StillThereAnswer = { images: (ImageState | null)[] };

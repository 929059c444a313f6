import type { ProvenImage } from "./image-proofs";

export const STILL_THERE_URL = "/api/still-there";

/** How many images one request may name. */
export const STILL_THERE_IMAGES_MAX = 20;

/** What a host says of a file, by which a later change is noticed. */
export type FileValidators = {
  etag: string | null;
  /** As sent, in the form of RFC 9110 §5.6.7. */
  lastModified: string | null;
  sizeBytes: number | null;
};

/** The body of `POST /api/still-there`, as JSON; `validators` as an earlier answer had them. */
export type StillThereRequest = {
  images: readonly (ProvenImage & { validators?: FileValidators | null })[];
};

/**
 * What became of an image:
 *
 * - `there` its host has an image at the URL, and the validators do not differ from the earlier ones
 * - `gone` its host says that there is nothing at the URL, or the library no longer has the picture
 * - `moved` its host names another URL for it, permanently
 * - `changed` another image is at the URL, by the validators, or something that is no image
 * - `unknown` the host could not be asked, or did not say
 */
export type ImageState = {
  state: "there" | "gone" | "moved" | "changed" | "unknown";
  /** The other URL, if it moved. */
  movedTo: string | null;
  /** What the host says now; null unless it has an image. */
  validators: FileValidators | null;
};

/** The last answer about a saved image; `at` is ISO 8601 in UTC. */
export type ImageCheck = ImageState & { at: string };

/** The answer, in the order of the request; null for an image without a valid proof. */
export type StillThereAnswer = { images: (ImageState | null)[] };

import type { Image, Thumbnails } from "./search-answer";

export const IMAGE_PROOFS_URL = "/api/image-references";

/** How many images one request may name. */
export const PROOF_IMAGES_MAX = 100;

/** An image as a browser names it to this server, which must have shown it. */
export type ProvenImage = Pick<Image, "imageUrl" | "hostUrl" | "width" | "height"> & {
  /**
   * At most two, because the key that signed one of them may be lost: the signed proof of the image,
   * and a path of its thumbnails, with or without the width at its end. This server must have signed
   * one of them for these four fields. An image of the library needs no proof.
   */
  proofs: readonly string[];
};

/** The body of `POST /api/image-references`, as JSON. */
export type ProofsRequest = { images: readonly ProvenImage[] };

/** Where an image's file is downloaded from. */
export const ORIGINAL_URL = "/api/original";

/**
 * The body of `POST /api/original`, as JSON; or as a form, whose field `image` holds the image as JSON.
 * The file is named after `name`; the library's own names take precedence.
 */
export type OriginalRequest = { image: ProvenImage; name: string };

/** The server's answer about one image. */
export type AnsweredProof = {
  /**
   * Proves at any later time that this server has shown the image: a signature over its four fields,
   * without an expiry. It replaces an older proof. Null while the server cannot sign.
   */
  reference: string | null;
  /** Null for a URL that the server refuses to fetch. */
  thumbnails: Thumbnails | null;
};

/**
 * The answer, in the order of the request. Null for an image without a valid proof, for a picture that
 * the library no longer has, and for an image that the operator hid.
 */
export type ProofsAnswer = { images: (AnsweredProof | null)[] };

import "server-only";
import { z } from "zod";
import type { ProvenImage } from "@/lib/contract/image-proofs";
import { ownOriginalId } from "@/lib/core/image/own-original";
import type { ImageRatings } from "@/lib/gallery/rating-watch";
import { AppError } from "@/lib/platform/errors";
import { parseJson } from "@/lib/protocol/parse-json";
import type { LibraryPicture } from "@/lib/state/library-store";
import { type ProofSigner, provenFields } from "./proof-signer";

/** An image that this server has shown and may still show, with the sizes it knows. */
export type KnownImage = Pick<ProvenImage, "imageUrl" | "hostUrl" | "width" | "height"> & {
  /** The location of its file: a canonical URL, or the id of a picture of the library. */
  source: { kind: "remote"; url: string } | { kind: "library"; id: string };
  /** The revision of the library picture's file. */
  revision?: string;
  /** The library picture's name; null for a remote image, whose name only the browser knows. */
  name: string | null;
};

export type ImageProofs = ReturnType<typeof createImageProofs>;

/** The body with an image of three URLs; form encoding takes up to three bytes per character. */
export const IMAGE_BYTES_MAX = 32 * 1024;
/** 100 images (lib/contract/image-proofs.ts), with three URLs of up to 2,800 characters each. */
export const IMAGES_BYTES_MAX = 768 * 1024;

const SENT_IMAGE = z.object({
  imageUrl: z.string().min(1).max(2_048),
  hostUrl: z.string().max(2_048).nullish(),
  width: z.int().positive().max(1_000_000).nullish(),
  height: z.int().positive().max(1_000_000).nullish(),
  proofs: z.array(z.string().max(4_096)).max(2).default([]),
});

/** Returns an image as sent; null if it is malformed. */
export function readSentImage(sent: unknown): ProvenImage | null {
  const parsed = SENT_IMAGE.safeParse(sent);
  if (!parsed.success) return null;
  const { imageUrl, hostUrl = null, width = null, height = null, proofs } = parsed.data;
  return { imageUrl, hostUrl, width, height, proofs };
}

/** Returns whether it is an image of this server's own library, which needs no proof. */
export function isLibraryImage({ imageUrl }: Pick<ProvenImage, "imageUrl">): boolean {
  return ownOriginalId(imageUrl) !== null;
}

const BODY = z.object({ images: z.array(z.unknown()) });

/**
 * Reads a JSON body `{ "images": […] }` without checking the images.
 *
 * @throws AppError images_invalid without such an array, or with more than `countMax` images
 */
export async function readImageList(
  request: Pick<Request, "text">,
  countMax: number,
): Promise<unknown[]> {
  const parsed = parseJson(await request.text());
  const body = BODY.safeParse(parsed.isJson ? parsed.value : null);
  if (!body.success) throw new AppError("images_invalid", "no array of images");
  const { images } = body.data;
  if (images.length <= countMax) return images;
  throw new AppError("images_invalid", `more than ${countMax} images`);
}

export type ImageProofParts = {
  signer: Pick<ProofSigner, "isValid">;
  thumbnails: {
    /** Returns the source of a thumbnail URL that this server signed for these fields; otherwise null. */
    signedSourceOf(path: string, fields: string): string | null;
    /** Returns the canonical form of a URL; null if this server does not fetch it. */
    canonicalSource(url: string): string | null;
  };
  /** Returns null if there is no such picture, or the operator hid it. */
  libraryPicture(
    id: string,
  ): Promise<Pick<LibraryPicture, "name" | "widthPx" | "heightPx" | "revision" | "rating"> | null>;
  ratings: Pick<ImageRatings, "isShown" | "loading">;
  /** The least strict filter of any search on this server. */
  safesearch: "strict" | "moderate";
};

/**
 * Creates the check of images that a browser names. A visitor's requests may only concern images that
 * this server has shown; otherwise anyone could make it fetch any URL.
 */
export function createImageProofs({
  signer,
  thumbnails,
  libraryPicture,
  ratings,
  safesearch,
}: ImageProofParts) {
  function isProven({ proofs, ...image }: ProvenImage, url: string): boolean {
    return proofs.some((proof) =>
      proof.startsWith("/")
        ? thumbnails.signedSourceOf(proof, provenFields(image)) === url
        : signer.isValid(proof, image),
    );
  }

  return {
    /**
     * Returns the image if this server may show it to the visitor. Null without a valid proof, and
     * for an image that is hidden or gone from the library.
     */
    async check(image: ProvenImage): Promise<KnownImage | null> {
      await ratings.loading();
      const { imageUrl, hostUrl, width, height } = image;
      const id = ownOriginalId(imageUrl);
      if (id !== null) {
        const picture = await libraryPicture(id);
        const isShown = picture?.rating === "strict" || safesearch === "moderate";
        if (picture === null || !isShown) return null;
        const { widthPx, heightPx, revision, name } = picture;
        const source = { kind: "library", id } as const;
        return { imageUrl, hostUrl, width: widthPx, height: heightPx, source, revision, name };
      }
      const url = thumbnails.canonicalSource(imageUrl);
      if (url === null || !isProven(image, url) || !ratings.isShown(url, safesearch)) return null;
      return { imageUrl, hostUrl, width, height, source: { kind: "remote", url }, name: null };
    },
  };
}

import "server-only";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Image } from "@/lib/contract/search-answer";

/** The fields of an image that its proof covers. */
export type ProofFields = Pick<Image, "imageUrl" | "hostUrl" | "width" | "height">;

/** Returns the fields as a text, to which the paths of the image's thumbnails are bound. */
export function provenFields({ imageUrl, hostUrl, width, height }: ProofFields): string {
  return JSON.stringify([imageUrl, hostUrl, width, height]);
}

export type ProofSigner = ReturnType<typeof createProofSigner>;

const VERSION = "vitrine-reference-1";
/** 144 of the 256 bits: exactly 24 characters, so that each signature has one spelling. */
const SIGNATURE_BYTES = 18;
const PROOF = /^([0-9a-f]{8})\.([A-Za-z0-9_-]{24})$/;

/**
 * Creates the signer of the proofs of images (docs/decisions/0049-image-proofs.md). The first key
 * signs; all keys are accepted. Proofs do not expire: without a key, every collection that was last
 * opened under it loses its thumbnails.
 *
 * `loadKeys` is called until it succeeds.
 */
export function createProofSigner(loadKeys: () => readonly string[]) {
  let ring: ReadonlyMap<string, string> | null = null;
  const keys = () => {
    ring ??= new Map(loadKeys().map((key) => [keyIdOf(key), key]));
    return ring;
  };

  return {
    /** @throws the error of `loadKeys`, for example if the data folder cannot be written */
    sign(image: ProofFields): string {
      const [signing] = keys();
      if (signing === undefined) throw new RangeError("a key is needed");
      const [keyId, key] = signing;
      return `${keyId}.${mac(key, keyId, image).toString("base64url")}`;
    },
    /** Returns whether this server signed the proof for exactly this image. @throws like `sign` */
    isValid(proof: string, image: ProofFields): boolean {
      const [, keyId = "", signature = ""] = PROOF.exec(proof) ?? [];
      const key = keyId === "" ? undefined : keys().get(keyId);
      if (key === undefined) return false;
      const given = Buffer.from(signature, "base64url");
      return timingSafeEqual(given, mac(key, keyId, image));
    },
  };
}

function keyIdOf(key: string): string {
  return createHash("sha256").update(`${VERSION} key id\n${key}`).digest("hex").slice(0, 8);
}

/** JSON separates the fields, so that different images never result in the same text. */
function mac(key: string, keyId: string, { imageUrl, hostUrl, width, height }: ProofFields) {
  const message = JSON.stringify([VERSION, keyId, imageUrl, hostUrl, width, height]);
  return createHmac("sha256", key).update(message).digest().subarray(0, SIGNATURE_BYTES);
}

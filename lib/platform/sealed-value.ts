import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts values that leave this server and come back. */
export type Seal<Value> = {
  /** Returns the value as base64url text that only this server can read, until `lifetimeMs` has passed. */
  seal(value: Value, options: { lifetimeMs: number; boundTo?: string }): string;
  /** Returns the value of such a text; null if it is too old, damaged or bound to another text. */
  open(text: string, boundTo?: string): Value | null;
};

/**
 * Creates a seal (AES-256-GCM) with a key derived from `secret`. Every process with the same secret
 * opens its texts; a seal with another `purpose` does not.
 *
 * `secret` is called on first use, and again only if it throws.
 */
export function createSeal<Value>({
  secret,
  purpose,
}: {
  secret: () => string;
  purpose: string;
}): Seal<Value> {
  let derived: Buffer | null = null;
  function key(): Buffer {
    derived ??= Buffer.from(hkdfSync("sha256", secret(), "", purpose, 32));
    return derived;
  }
  return {
    seal(value, { lifetimeMs, boundTo = "" }) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key(), iv).setAAD(Buffer.from(boundTo));
      const text = JSON.stringify({ value, endsAtMs: Date.now() + lifetimeMs });
      const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([sealed, cipher.getAuthTag()]).toString("base64url");
    },
    open(text, boundTo = "") {
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const tagStart = bytes.length - TAG_BYTES;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key(), bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(boundTo))
          .setAuthTag(bytes.subarray(tagStart));
        const json = Buffer.concat([
          decipher.update(bytes.subarray(IV_BYTES, tagStart)),
          decipher.final(),
        ]).toString("utf8");
        const { value, endsAtMs } = JSON.parse(json) as { value: Value; endsAtMs: number };
        return endsAtMs > Date.now() ? value : null;
      } catch {
        return null;
      }
    },
  };
}

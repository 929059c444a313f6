import { createHash, createHmac } from "node:crypto";

/**
 * What an address says; `expiryDay` counts from 1970-01-01, a week from now by default. What is
 * signed is `widthsPx`, from the narrowest to the widest; by default 320 alone.
 */
type Said = { widthPx?: number; widthsPx?: [number, number]; expiryDay?: number };

/**
 * The path of a thumbnail, made by a second implementation of what `lib/thumbnails` signs:
 * journeys don't import the server, and a mistake in it would not be found by itself.
 */
export function signThumbnail(key: string, source: string, said: Said = {}): string {
  const { widthPx = 320, expiryDay = Math.floor(Date.now() / 86_400_000) + 7 } = said;
  const [narrowestPx, widestPx] = said.widthsPx ?? [widthPx, widthPx];
  const version = "vitrine-thumbnail-2";
  const keyId = createHash("sha256").update(`${version} key id\n${key}`).digest("hex").slice(0, 8);
  const hmac = createHmac("sha256", key);
  for (const field of [
    version,
    keyId,
    source,
    `${narrowestPx}`,
    `${widestPx}`,
    "inside",
    "avif,webp,jpeg",
    `${expiryDay}`,
  ]) {
    hmac.update(Buffer.of(0, 0, field.length >> 8, field.length & 255)).update(field);
  }
  const signature = hmac.digest().subarray(0, 18).toString("base64url");
  const encoded = Buffer.from(source).toString("base64url");
  const widths = `${narrowestPx}-${widestPx}`;
  return `/thumb/${keyId}/${expiryDay}/${widths}/${signature}/${encoded}/${widthPx}`;
}

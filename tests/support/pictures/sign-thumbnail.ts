import { createHash, createHmac } from "node:crypto";

/**
 * The signed fields of a thumbnail URL. `expiryDay` is in days since 1970-01-01, a week from now by
 * default. `widthsPx` is the smallest and the largest allowed width; `widthPx` alone by default.
 */
type SignedFields = { widthPx?: number; widthsPx?: [number, number]; expiryDay?: number };

/**
 * The signed path of a thumbnail. A second implementation, because journeys do not import server code
 * and because a signer cannot verify itself.
 */
export function signThumbnail(key: string, source: string, fields: SignedFields = {}): string {
  const { widthPx = 320, expiryDay = Math.floor(Date.now() / 86_400_000) + 7 } = fields;
  const [narrowestPx, widestPx] = fields.widthsPx ?? [widthPx, widthPx];
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

import sharp, { type Sharp } from "sharp";
import type { EncodeSetting } from "@/lib/thumbnails/encode-settings";
import { isSrgbProfile } from "@/lib/thumbnails/srgb-profile";

/** What the peer does with a picture: `next/image` at its defaults. */
export function makePlain(photograph: Buffer, widthPx: number): Promise<Buffer> {
  return sharp(photograph).rotate().resize(widthPx).webp({ quality: 75 }).toBuffer();
}

/**
 * What our decoders do with a photograph, without their limits and walls: the same decoding, the
 * same encoding.
 */
export async function makeSame(
  photograph: Buffer,
  widthPx: number,
  setting: EncodeSetting,
): Promise<Buffer> {
  const { icc } = await sharp(photograph).metadata();
  const ignoreIcc = icc !== undefined && isSrgbProfile(icc);
  const picture = sharp(photograph, { ignoreIcc, sequentialRead: true })
    .autoOrient()
    .resize(widthPx)
    .toColourspace("srgb");
  return encodeBare(picture, setting);
}

/** Encodes as the setting says, or at another quality. */
export function encodeBare(
  picture: Sharp,
  setting: EncodeSetting,
  quality: number = setting.quality,
): Promise<Buffer> {
  if (setting.format === "jpeg") return picture.jpeg({ quality, mozjpeg: true }).toBuffer();
  const { format, effort } = setting;
  if (format === "webp") return picture.webp({ quality, effort }).toBuffer();
  return picture.avif({ quality, effort, chromaSubsampling: "4:2:0", tune: "ssim" }).toBuffer();
}

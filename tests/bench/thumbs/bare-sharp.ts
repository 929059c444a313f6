import sharp, { type Sharp } from "sharp";
import type { EncodeSetting } from "@/lib/decoding/encode-settings";
import { isSrgbProfile } from "@/lib/decoding/srgb-profile";

/** Encodes as the baseline, `next/image` with its default settings, does. */
export function makePlain(photograph: Buffer, widthPx: number): Promise<Buffer> {
  return sharp(photograph).rotate().resize(widthPx).webp({ quality: 75 }).toBuffer();
}

/**
 * Decodes and encodes a photograph as the product's decoders do, without their limits and isolation.
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

/** Encodes with the setting, or with another quality. */
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

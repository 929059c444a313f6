import "server-only";
import sharp from "sharp";
import type { PictureFormat } from "../picture";
import { accentColourOf } from "./accent-colour";
import { sniffFormat } from "./sniff-format";

/** What looking at the pixels of a picture tells. */
export type Inspection = {
  format: PictureFormat;
  /** In pixels, after orientation. */
  widthPx: number;
  heightPx: number;
  accentColor: string;
  isTransparent: boolean;
};

/** A file that is no usable picture; `message` says why, to its owner. */
export class UnusablePictureError extends Error {
  override readonly name = "UnusablePictureError";
}

/** sharp's own default; a library of scans needs it. */
const PIXELS_MAX = 0x3fff * 0x3fff;

/**
 * Decodes a whole file, and so finds out whether it can be shown.
 *
 * @throws UnusablePictureError for anything that is not a whole picture of a known format.
 */
export async function inspectPicture(bytes: Buffer): Promise<Inspection> {
  if (bytes.length === 0) throw new UnusablePictureError("the file is empty");
  const format = sniffFormat(bytes);
  if (format === null) {
    throw new UnusablePictureError("not a JPEG, PNG, GIF, WebP, AVIF or TIFF picture");
  }
  // "error" lets harmless warnings pass that "warning", the default, refuses in many camera files.
  const open = () => sharp(bytes, { failOn: "error", limitInputPixels: PIXELS_MAX });
  try {
    const { autoOrient, hasAlpha } = await open().metadata();
    const accentColor = await accentColourOf(open());
    // An alpha channel alone says little: many tools write one that is opaque everywhere.
    const isTransparent = hasAlpha === true && !(await open().stats()).isOpaque;
    return {
      format,
      widthPx: autoOrient.width,
      heightPx: autoOrient.height,
      accentColor,
      isTransparent,
    };
  } catch (cause) {
    const isTooLarge = cause instanceof Error && /pixel limit/i.test(cause.message);
    throw new UnusablePictureError(
      isTooLarge ? "more than 268 million pixels" : "damaged: it can't be decoded to the end",
      { cause },
    );
  }
}

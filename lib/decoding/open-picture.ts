import "server-only";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { type ImageFormat, sniffFormat } from "@/lib/platform/sniff-format";
import type { DecoderAnswer, DecodingLimits } from "./decoder-protocol";
import { isOwnFormat, withLoader } from "./loaders";
import { lacksEndMarker, readableSvg, withEndMarker } from "./mended-file";
import { pngGamma } from "./read-png";
import { isSrgbProfile } from "./srgb-profile";
import { svgDensity } from "./svg-density";
import { visiblePage } from "./visible-page";

/** A decoder's answer, and the bytes that follow it. */
export type Made = { answer: DecoderAnswer; body: Buffer };

/** A file that can be decoded. */
export type OpenPicture = {
  /** The picture as a browser shows it, upright. The caller converts it to sRGB. */
  image: Sharp;
  /** In pixels, upright. */
  widthPx: number;
  heightPx: number;
};

const CHANNELS_MAX = 5;

/**
 * Opens a file and passes its picture to `work`. `drawn` is the size at which a drawing (SVG) is drawn.
 * Runs in a decoder process only, one call at a time.
 *
 * Returns the reason for an undecodable file instead of throwing.
 */
export async function withPicture(
  bytes: Buffer,
  limits: DecodingLimits,
  drawn: { widthPx: number } | { sidePx: number },
  work: (picture: OpenPicture) => Promise<Made>,
): Promise<Made> {
  const format = sniffFormat(bytes);
  if (format === null) return rejected("not-a-picture", "unknown first bytes");
  if (limits.isForeign && isOwnFormat(format)) {
    return rejected("not-a-picture", `${format} of another host`);
  }
  const make = async (file: Buffer, failOn: "error" | "warning") => {
    const picture = await open(file, format, { pixelsMax: limits.pixelsMax, failOn }, drawn);
    return "answer" in picture ? picture : await work(picture);
  };
  return withLoader(format, async () => {
    try {
      const file = format === "svg" ? readableSvg(bytes) : bytes;
      return await make(file, limits.isForeign ? "warning" : "error").catch((error) => {
        if (!lacksEndMarker(error)) throw error;
        return make(withEndMarker(file), "warning");
      });
    } catch (error) {
      const text = error instanceof Error ? error.message : "";
      // libvips has no error codes; these are its messages, and sharp's, about size limits.
      const isSize = /pixel limit|channel limit|too (?:large|big|many)|dimensions/i.test(text);
      return rejected(isSize ? "too-large" : "not-a-picture", text.slice(0, 300));
    }
  });
}

async function open(
  bytes: Buffer,
  format: ImageFormat,
  { pixelsMax, failOn }: { pixelsMax: number; failOn: "error" | "warning" },
  drawn: { widthPx: number } | { sidePx: number },
): Promise<OpenPicture | Made> {
  const base: SharpOptions = {
    failOn,
    limitInputPixels: pixelsMax,
    limitInputChannels: CHANNELS_MAX,
    pages: 1,
    unlimited: false,
    sequentialRead: true,
  };
  const density = format === "svg" ? await svgDensity(bytes, drawn) : undefined;
  const options = density === undefined ? base : { ...base, density };
  const metadata = await sharp(bytes, options).metadata();
  const { width, height, space, icc, autoOrient } = metadata;
  if (width * height > pixelsMax) return rejected("too-large", `${width} x ${height}`);
  const ignoreIcc = space === "srgb" && icc !== undefined && isSrgbProfile(icc);
  const page = await visiblePage((page) => sharp(bytes, { ...options, page }), metadata);
  const image = sharp(bytes, { ...options, ignoreIcc, ...(page > 0 && { page }) }).autoOrient();
  const gamma = format === "png" ? pngGamma(bytes) : null;
  return {
    image: gamma ? image.gamma(...gamma) : image,
    widthPx: autoOrient.width,
    heightPx: autoOrient.height,
  };
}

/** Returns the answer for a file or a job that cannot be done. */
export function rejected(
  status: "too-large" | "not-a-picture" | "another-shape",
  detail: string,
): Made {
  return { answer: { status, detail, rssBytes: 0 }, body: Buffer.alloc(0) };
}

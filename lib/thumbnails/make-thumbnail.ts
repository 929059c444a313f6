import "server-only";
import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import type { DecoderAnswer, DecoderJob } from "./decoder-protocol";
import { type EncodeSetting, encodeSetting } from "./encode-settings";
import { sniffPicture } from "./sniff";
import { isSrgbProfile } from "./srgb-profile";

// Which code may read a stranger's file is decided here, not by what the file looks like.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadNsgif",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
  ],
});
sharp.concurrency(1);
sharp.cache(false);

const CHANNELS_MAX = 5;
/** A strip may be this many times as high as a thumbnail is wide. */
const HEIGHT_TO_WIDTH_MAX = 3;
/** Transparent pictures have no page colour to stand on in a JPEG. */
const JPEG_GROUND = "#ffffff";

type Made = { answer: DecoderAnswer; body: Buffer };

/**
 * Makes one thumbnail: upright, in sRGB, without metadata, never larger than the original. Runs in
 * a decoder process only.
 *
 * A file that can't be read is an answer here, not an exception: it says nothing about us.
 */
export async function makeThumbnail(job: DecoderJob, bytes: Buffer): Promise<Made> {
  const format = sniffPicture(bytes);
  if (format === null) return rejected("not-a-picture", "unknown first bytes");
  const options: SharpOptions = {
    failOn: job.isStrict ? "warning" : "error",
    limitInputPixels: job.pixelsMax,
    limitInputChannels: CHANNELS_MAX,
    pages: 1,
    unlimited: false,
    sequentialRead: true,
  };
  try {
    const metadata = await sharp(bytes, options).metadata();
    if (metadata.width * metadata.height > job.pixelsMax) {
      return rejected("too-large", `${metadata.width} x ${metadata.height}`);
    }
    return await encode(job, bytes, metadata, options);
  } catch (error) {
    const text = error instanceof Error ? error.message : "";
    // libvips has no error codes; these are the words of its and sharp's size limits.
    const isSize = /pixel limit|channel limit|too (?:large|big|many)|dimensions/i.test(text);
    return rejected(isSize ? "too-large" : "not-a-picture", text.slice(0, 300));
  }
}

async function encode(
  job: DecoderJob,
  bytes: Buffer,
  metadata: Metadata,
  options: SharpOptions,
): Promise<Made> {
  const isRgb = metadata.space === "srgb";
  const ignoreIcc = isRgb && metadata.icc !== undefined && isSrgbProfile(metadata.icc);
  const setting = encodeSetting(job.format, job.effort, job.widthPx);
  const resized = sharp(bytes, { ...options, ignoreIcc })
    .autoOrient()
    .resize({
      width: job.widthPx,
      height: job.widthPx * HEIGHT_TO_WIDTH_MAX,
      fit: "inside",
      withoutEnlargement: true,
    })
    .toColourspace("srgb");
  const { data, info } = await output(resized, setting).toBuffer({ resolveWithObject: true });
  const { format } = setting;
  return {
    answer: { status: "made", format, widthPx: info.width, heightPx: info.height, rssBytes: 0 },
    body: data,
  };
}

function output(picture: Sharp, setting: EncodeSetting): Sharp {
  if (setting.format === "avif") {
    const { quality, effort } = setting;
    // Chroma at half resolution, as in WebP and JPEG: at this size nobody sees the difference.
    return picture.avif({ quality, effort, chromaSubsampling: "4:2:0", tune: "ssim" });
  }
  if (setting.format === "webp") {
    return picture.webp({ quality: setting.quality, effort: setting.effort });
  }
  return picture
    .flatten({ background: JPEG_GROUND })
    .jpeg({ quality: setting.quality, mozjpeg: true });
}

function rejected(status: "too-large" | "not-a-picture", detail: string): Made {
  return { answer: { status, detail, rssBytes: 0 }, body: Buffer.alloc(0) };
}

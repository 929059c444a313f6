import sharp from "sharp";
import { applyGrain } from "./draw/grain";
import { drawPicture, heightAt } from "./plan";

const VIGNETTE = 0.1;
const VIGNETTE_OF_PRINTS = 0.04;

/**
 * How much of a drawing's grain is rendered. All of it doubles the file, and WebP smears what it
 * cannot keep; this much hides the steps of gradients and survives encoding.
 */
const GRAIN_SHARE = 0.45;
const MOTTLE_TO_GRAIN = 0.9;

/** The best quality is tried first; the first file below the limit is taken, else the last. */
const QUALITIES = [90, 86, 82, 79, 76] as const;
const FILE_BYTES_MAX = 92_000;

/** Pixels of a rendering, 8 bits a channel: RGB, or RGBA for a cut-out. */
export type Rendering = {
  data: Buffer;
  widthPx: number;
  heightPx: number;
  channels: 3 | 4;
};

/**
 * Renders one picture, `widthPx` wide (its planned width unless given). The same id and width give
 * the same pixels with the same build of sharp.
 *
 * @throws RangeError if no picture has this id.
 */
export async function renderPixels(id: string, widthPx?: number): Promise<Rendering> {
  const { picture, drawing, isGraphic, svg } = drawPicture(id);
  const width = widthPx ?? picture.widthPx;
  const height = heightAt(picture, width);
  const raster = sharp(Buffer.from(svg(width))).resize(width, height, { fit: "fill" });
  const pixels = picture.isCutOut ? raster.ensureAlpha() : raster.removeAlpha();
  const data = await pixels.raw().toBuffer();
  if (!picture.isCutOut) {
    const grain = drawing.grain * GRAIN_SHARE;
    applyGrain(
      new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
      { width, height, scale: width / picture.widthPx },
      {
        grain,
        mottle: grain * MOTTLE_TO_GRAIN,
        vignette: isGraphic ? VIGNETTE_OF_PRINTS : VIGNETTE,
      },
    );
  }
  return { data, widthPx: width, heightPx: height, channels: picture.isCutOut ? 4 : 3 };
}

/** Encodes a rendering as the WebP file that is committed. */
export async function encodePicture(rendering: Rendering): Promise<Buffer> {
  const { data, widthPx: width, heightPx: height, channels } = rendering;
  let file = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    file = await sharp(data, { raw: { width, height, channels } })
      .webp({ quality, effort: 6, smartSubsample: true, alphaQuality: 95 })
      .toBuffer();
    if (file.length <= FILE_BYTES_MAX) break;
  }
  return file;
}

import "server-only";
import sharp from "sharp";
import { applyGrain } from "./draw/grain";
import { drawDemo, heightAt } from "./plan";

const QUALITY = 84;
const VIGNETTE = 0.1;

/** A finished picture file. */
export type RenderedDemo = { bytes: Buffer; contentType: "image/jpeg" | "image/png" };

/**
 * Renders one picture at `widthPx` (its full width unless told), drawn at that size, so a small
 * one costs little. The same id and width give the same pixels. Throws a RangeError if no picture
 * has this id.
 */
export async function renderDemo(
  id: string,
  options: { widthPx?: number } = {},
): Promise<RenderedDemo> {
  const { picture, drawing, isGraphic, svg } = drawDemo(id);
  const widthPx = Math.max(1, Math.round(options.widthPx ?? picture.widthPx));
  const raster = sharp(Buffer.from(svg(widthPx)));
  if (picture.format === "png") {
    return {
      bytes: await raster.png({ compressionLevel: 8 }).toBuffer(),
      contentType: "image/png",
    };
  }
  const { data, info } = await raster
    .resize(widthPx, heightAt(picture, widthPx), { fit: "fill" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  applyGrain(
    new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    { width: info.width, height: info.height, scale: widthPx / picture.widthPx },
    { grain: drawing.grain, mottle: drawing.grain * 0.9, vignette: isGraphic ? 0.04 : VIGNETTE },
  );
  const bytes = await sharp(data, {
    raw: { width: info.width, height: info.height, channels: 3 },
  })
    .jpeg({
      quality: QUALITY,
      progressive: true,
      chromaSubsampling: isGraphic ? "4:4:4" : "4:2:0",
    })
    .toBuffer();
  return { bytes, contentType: "image/jpeg" };
}

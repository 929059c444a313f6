import "server-only";
import sharp from "sharp";

/** Dots per inch at which a unit of an SVG is a pixel. */
const UNIT_DENSITY = 72;
/** The limits of sharp. */
const DENSITY_MIN = 1;
const DENSITY_MAX = 100_000;
/** A larger drawing is drawn smaller: its units are often thousandths of millimetres. */
const OWN_SIDE_PX_MAX = 8192;

/**
 * Returns the density at which a drawing is at least as wide as `widthPx`, or as long in its longer
 * direction as `sidePx`. A larger drawing keeps its own size, up to 8192 pixels. Rejects with sharp's
 * error if it is not SVG.
 */
export async function svgDensity(
  bytes: Buffer,
  wanted: { widthPx: number } | { sidePx: number },
): Promise<number> {
  const options = { density: UNIT_DENSITY, limitInputPixels: false };
  const { width, height } = await sharp(bytes, options).metadata();
  const scale =
    "widthPx" in wanted ? wanted.widthPx / width : wanted.sidePx / Math.max(width, height);
  const own = Math.min(1, OWN_SIDE_PX_MAX / Math.max(width, height));
  return Math.min(DENSITY_MAX, Math.max(DENSITY_MIN, UNIT_DENSITY * Math.max(own, scale)));
}

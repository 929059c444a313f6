import "server-only";
import sharp from "sharp";

/** Dots per inch at which a unit of an SVG is a pixel. */
const UNIT_DENSITY = 72;
/** The highest that sharp accepts. */
const DENSITY_MAX = 100_000;

/**
 * Returns the density at which a drawing is at least `sidePx` long in its longer direction, if it is
 * smaller. Rejects with sharp's error if it is not SVG.
 */
export async function svgDensity(bytes: Buffer, sidePx: number): Promise<number> {
  const { width, height } = await sharp(bytes, { density: UNIT_DENSITY }).metadata();
  return Math.min(DENSITY_MAX, UNIT_DENSITY * Math.max(1, sidePx / Math.max(width, height)));
}

import "server-only";
import sharp from "sharp";

/** Dots per inch at which a unit of an SVG is a pixel. */
const UNIT_DENSITY = 72;
/** The highest that sharp accepts. */
const DENSITY_MAX = 100_000;

/**
 * Returns the density at which a drawing is at least as wide as `widthPx`, or as long in its longer
 * direction as `sidePx`. Rejects with sharp's error if it is not SVG.
 */
export async function svgDensity(
  bytes: Buffer,
  wanted: { widthPx: number } | { sidePx: number },
): Promise<number> {
  const { width, height } = await sharp(bytes, { density: UNIT_DENSITY }).metadata();
  const scale =
    "widthPx" in wanted ? wanted.widthPx / width : wanted.sidePx / Math.max(width, height);
  return Math.min(DENSITY_MAX, UNIT_DENSITY * Math.max(1, scale));
}

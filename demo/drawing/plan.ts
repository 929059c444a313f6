import { createCanvas } from "./draw/canvas";
import { FAMILIES } from "./families";
import type { Aspect, Drawing, Family, Variant } from "./family";

/** Pixels of a picture's long side, and canvas units as well. */
const LONG_SIDE = 1600;

/** One picture of the collection before it is drawn. */
export type PlannedPicture = {
  /** The family's slug and the variant's number, such as `dunes-03`; also the file's name. */
  id: string;
  family: string;
  widthPx: number;
  heightPx: number;
  rating: "strict" | "moderate";
  /** The invented site that the picture says it comes from. */
  host: string;
  isCutOut: boolean;
};

type Entry = { picture: PlannedPicture; family: Family; variant: Variant };

function ratioOf(aspect: Aspect): number {
  const [width = 1, height = 1] = aspect.split(":").map(Number);
  return width / height;
}

function entryOf(family: Family, variant: Variant, index: number): Entry {
  const ratio = ratioOf(variant.aspect);
  return {
    family,
    variant,
    picture: {
      id: `${family.slug}-${String(index + 1).padStart(2, "0")}`,
      family: family.slug,
      widthPx: Math.round(LONG_SIDE * Math.min(1, ratio)),
      heightPx: Math.round(LONG_SIDE / Math.max(1, ratio)),
      rating: family.rating,
      host: family.host,
      isCutOut: family.isCutOut,
    },
  };
}

const ENTRIES: ReadonlyMap<string, Entry> = new Map(
  FAMILIES.flatMap((family) =>
    family.variants.map((variant, index) => {
      const entry = entryOf(family, variant, index);
      return [entry.picture.id, entry] as const;
    }),
  ),
);

/** Every picture of the collection, family by family. */
export const PLANNED_PICTURES: readonly PlannedPicture[] = [...ENTRIES.values()].map(
  ({ picture }) => picture,
);

/** A picture that is drawn but not yet rasterised. */
export type DrawnPicture = {
  picture: PlannedPicture;
  drawing: Drawing;
  isGraphic: boolean;
  /** The picture as SVG text at this width; its height follows the aspect. */
  svg(widthPx: number): string;
};

/**
 * Draws one picture; the same id gives the same SVG text.
 *
 * @throws RangeError if no picture has this id.
 */
export function drawPicture(id: string): DrawnPicture {
  const entry = ENTRIES.get(id);
  if (!entry) throw new RangeError(`no picture ${id}`);
  const { picture, family, variant } = entry;
  const ratio = ratioOf(variant.aspect);
  const canvas = createCanvas({
    id,
    width: ratio >= 1 ? LONG_SIDE : LONG_SIDE * ratio,
    height: ratio >= 1 ? LONG_SIDE / ratio : LONG_SIDE,
  });
  const drawn = family.draw(canvas, variant);
  const keywords = [...new Set(drawn.keywords.map((word) => word.toLowerCase()))];
  return {
    picture,
    drawing: { ...drawn, keywords },
    isGraphic: family.isGraphic ?? false,
    svg: (widthPx) => canvas.toSvg(widthPx, heightAt(picture, widthPx)),
  };
}

/** The height in pixels of a rendering at this width. */
export function heightAt(picture: PlannedPicture, widthPx: number): number {
  return Math.max(1, Math.round((widthPx * picture.heightPx) / picture.widthPx));
}

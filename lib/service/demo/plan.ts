import "server-only";
import { Canvas } from "./draw/canvas";
import { FAMILIES } from "./families";
import type { Aspect, Drawing, Family, Variant } from "./family";

/** The area of every original, whatever its shape. */
const AREA_PX = 1_700_000;
const CUT_OUT_AREA_PX = 1_000_000;
const LONG_SIDE = 1600;

/** One picture of the demo collection before it is drawn. */
export type DemoPicture = {
  id: string;
  family: string;
  /** Which of the family's variants, from 0. */
  variant: number;
  widthPx: number;
  heightPx: number;
  rating: "strict" | "moderate";
  host: string;
  format: "jpeg" | "png";
};

type Entry = { picture: DemoPicture; family: Family; variant: Variant };

function ratioOf(aspect: Aspect): number {
  const [width = 1, height = 1] = aspect.split(":").map(Number);
  return width / height;
}

function entryOf(family: Family, variant: Variant, index: number): Entry {
  const ratio = ratioOf(variant.aspect);
  const widthPx = Math.round(Math.sqrt((family.isCutOut ? CUT_OUT_AREA_PX : AREA_PX) * ratio));
  return {
    family,
    variant,
    picture: {
      id: `${family.slug}-${String(index + 1).padStart(2, "0")}`,
      family: family.slug,
      variant: index,
      widthPx,
      heightPx: Math.round(widthPx / ratio),
      rating: family.rating,
      host: family.host,
      format: family.isCutOut ? "png" : "jpeg",
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

const PICTURES: readonly DemoPicture[] = [...ENTRIES.values()].map(({ picture }) => picture);

/** All pictures of the demo collection, family by family. */
export function demoPictures(): readonly DemoPicture[] {
  return PICTURES;
}

/** The plan of one picture, or undefined if no picture has this id. */
export function demoPicture(id: string): DemoPicture | undefined {
  return ENTRIES.get(id)?.picture;
}

/** A picture that is drawn but not yet rasterised. */
export type DemoDrawing = {
  picture: DemoPicture;
  drawing: Drawing;
  isGraphic: boolean;
  /** The picture as SVG text at this width; its height follows the aspect. */
  svg(widthPx: number): string;
};

/** Draws one picture. Throws a RangeError if no picture has this id. */
export function drawDemo(id: string): DemoDrawing {
  const entry = ENTRIES.get(id);
  if (!entry) throw new RangeError(`no demo picture ${id}`);
  const { picture, family, variant } = entry;
  const ratio = ratioOf(variant.aspect);
  const canvas = new Canvas({
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
export function heightAt(picture: DemoPicture, widthPx: number): number {
  return Math.max(1, Math.round((widthPx * picture.heightPx) / picture.widthPx));
}

import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { houseplant, type PlantKind } from "./houseplants";
import { footShadow, turned } from "./interior";
import type { InteriorPalette, LandscapePalette, LandscapePaletteName } from "./palettes";
import { n } from "./path";
import { curtain, type Opening, type View } from "./window";

export type Options = {
  /** Poses and coats from left to right: "back:black profile:ginger". A trailing ">" looks right. */
  cats: string;
  outside: LandscapePaletteName;
  view: View;
  curtains: "tied" | "straight" | "none";
  plant: PlantKind | "none";
  isArched: boolean;
};

/** By night the room takes the colour of the sky; paint stays readable. */
export function dim(palette: InteriorPalette, outside: LandscapePalette): InteriorPalette {
  if (!outside.isDark) return palette;
  const night = (colour: string) => mix(colour, outside.near, 0.34);
  return {
    ...palette,
    wall: night(palette.wall),
    table: night(palette.table),
    paper: night(palette.paper),
    objects: palette.objects.map((colour) => mix(colour, outside.near, 0.25)),
  };
}

export function openingOf({ width, height }: Canvas, { isArched }: Options): Opening {
  const portrait = height > width * 1.1;
  const w = portrait ? width * 0.68 : Math.min(width * 0.62, height * 1.2);
  const top = height * (portrait ? 0.1 : 0.08);
  return { x: (width - w) / 2, y: top, width: w, height: height * 0.78 - top, isArched };
}

export function daylight(
  canvas: Canvas,
  { x, y, width, height }: Opening,
  outside: LandscapePalette,
): void {
  const d = `M${n(x)} ${n(y + height)}H${n(x + width)}L${n(x + width * 1.2)} ${n(canvas.height)}H${n(x + width * 0.12)}z`;
  canvas.path(d, outside.sun, { "fill-opacity": 0.12 });
}

export function drapes(
  canvas: Canvas,
  { x, y, width, height }: Opening,
  palette: InteriorPalette,
  isTied: boolean,
): void {
  const colour =
    palette.accent === palette.objects[0] ? (palette.objects[4] ?? palette.accent) : palette.accent;
  const wide = width * (isTied ? 0.36 : 0.24);
  const top = y - canvas.height * 0.055;
  const tall = height * (isTied ? 1 : 1.06) + canvas.height * 0.03;
  curtain(canvas, {
    x: x - width * 0.12,
    y: top,
    width: wide,
    height: tall,
    colour,
    side: -1,
    isTied,
  });
  curtain(canvas, {
    x: x + width * 1.12,
    y: top,
    width: wide,
    height: tall,
    colour,
    side: 1,
    isTied,
  });
  canvas.stroke(
    `M${n(x - width * 0.17)} ${n(top)}H${n(x + width * 1.17)}`,
    mix(palette.dark, palette.objects[0] ?? palette.dark, 0.35),
    15,
  );
  for (const end of [-0.17, 1.17])
    canvas.add(
      `<circle cx="${n(x + width * end)}" cy="${n(top)}" r="17" fill="${mix(palette.dark, palette.objects[0] ?? palette.dark, 0.5)}"/>`,
    );
}

export function sill(
  canvas: Canvas,
  { x, y, width, height }: Opening,
  palette: InteriorPalette,
  outside: LandscapePalette,
): void {
  const top = y + height;
  const [left, right] = [x - width * 0.13, x + width * 1.13];
  const deep = canvas.height * 0.052;
  const front = `M${n(left)} ${n(top + deep * 0.5)}H${n(right)}v${n(deep)}H${n(left)}z`;
  canvas.softShadow(front, 10, 34, 0.32);
  canvas.path(
    `M${n(left + 26)} ${n(top)}H${n(right - 26)}L${n(right)} ${n(top + deep * 0.55)}H${n(left)}z`,
    mix(lighten(palette.paper, 0.01), outside.sun, 0.25),
  );
  canvas.path(
    front,
    canvas.linear([
      [0, lighten(palette.paper, -0.04)],
      [1, lighten(palette.paper, -0.14)],
    ]),
  );
}

export function pot(
  canvas: Canvas,
  palette: InteriorPalette,
  kind: PlantKind,
  { x, foot, size }: { x: number; foot: number; size: number },
): void {
  const random = canvas.random("pot");
  const half = size * 0.24;
  const tall = half * 1.6;
  const colour = palette.objects[4] ?? palette.accent;
  footShadow(canvas, { x, y: foot, rx: half, light: "left" });
  turned(canvas, {
    x,
    foot,
    height: tall,
    profile: [
      [0, half],
      [0.16, half * 1.02],
      [0.17, half * 0.92],
      [1, half * 0.7],
    ],
    colour,
    light: "left",
    inside: "#3d2a24",
    random,
  });
  houseplant(canvas, kind, {
    x,
    y: foot - tall + 3,
    size: size * 0.9,
    green: "#4c8a58",
    bloom: palette.objects[0] ?? "#e07a4b",
    random,
  });
}

import type { Canvas } from "./canvas";
import { lighten, lightness, mix, turnHue } from "./colour";
import { backdrop, type Light, lightPatch, shadeSide, steam, tabletop, wall } from "./interior";
import { type InteriorPalette, LANDSCAPE, type LandscapePaletteName } from "./palettes";
import { tableFruit } from "./table-fruit";
import { type CupForm, cup, type Drink, type Pattern } from "./tea-table";
import { biscuits, books, teapot } from "./tea-things";
import { casing, frame, view } from "./window";

export type Beside = "books" | "teapot" | "biscuits" | "lemon" | "none";

type Behind = "sunlight" | "disc" | "rain" | "snow" | "town" | "above";

export type Options = {
  form: CupForm;
  drink: Drink;
  pattern: Pattern;
  beside: Beside;
  behind: Behind;
  light: Light;
};

export const BEHIND: Record<
  Behind,
  { words: string; keywords: readonly string[]; outside?: LandscapePaletteName }
> = {
  sunlight: { words: "in the morning sun", keywords: ["sunlight", "morning"] },
  disc: { words: "on a wooden table", keywords: ["table"] },
  rain: { words: "at a rainy window", keywords: ["window", "rain", "town"], outside: "storm" },
  snow: {
    words: "at a window in winter",
    keywords: ["window", "snow", "winter", "forest"],
    outside: "snow",
  },
  town: { words: "at a window by night", keywords: ["window", "night", "town"], outside: "night" },
  above: { words: "from above", keywords: ["top view", "biscuits", "cookies", "flowers", "table"] },
};

export function fromTheSide(
  canvas: Canvas,
  palette: InteriorPalette,
  options: Options,
  colour: string,
): void {
  const { width, height, short } = canvas;
  const { form, behind, beside, light, drink, pattern } = options;
  const tableY = height * 0.66;
  const side = shadeSide(light);
  room(canvas, palette, options, tableY);
  tabletop(canvas, { y: tableY, colour: palette.table, light });
  const half = Math.min(
    short * (form === "glass" ? 0.28 : form === "mug" ? 0.215 : 0.235),
    width * 0.28,
  );
  const offset =
    beside === "teapot"
      ? half * 1.5
      : beside === "biscuits"
        ? half * 0.95
        : beside === "lemon"
          ? half * 0.52
          : 0;
  const x = width * 0.5 + side * offset * (behind === "disc" ? 0.9 : 1);
  let foot = tableY + (height - tableY) * (beside === "books" ? 0.56 : 0.42);
  const pile = palette.objects.filter((tone) => tone !== colour && tone !== palette.accent);
  if (beside === "books")
    foot -=
      books(canvas, {
        x,
        foot: foot + half * 0.1,
        width: half * 3.6,
        colours: [pile[0] ?? palette.accent, palette.accent, pile[2] ?? palette.accent],
        light,
        paper: palette.paper,
      }) -
      half * 0.14;
  if (beside === "teapot")
    teapot(canvas, {
      x: x - side * half * 2.8,
      foot: foot - half * 0.16,
      half: half * 0.98,
      colour: pile[0] ?? palette.accent,
      ink: palette.paper,
      light,
    });
  if (beside === "biscuits")
    biscuits(canvas, {
      x: x - side * half * 2.6,
      foot: foot + half * 0.2,
      radius: half * 0.72,
      light,
    });
  if (beside === "lemon") {
    tableFruit(canvas, "lemon", {
      x: x - side * half * 1.5,
      foot: foot + half * 0.2,
      radius: half * 0.5,
      light,
      random: canvas.random("lemon"),
      turn: -12,
    });
    tableFruit(canvas, "slice", {
      x: x - side * half * 0.9,
      foot: foot + half * 0.66,
      radius: half * 0.5,
      light,
      random: canvas.random("slice"),
      colour: "#efc63c",
    });
  }
  const ink = lightness(colour) > 0.62 ? mix(colour, palette.dark, 0.62) : palette.paper;
  const saucer =
    form === "mug" || form === "bowl"
      ? undefined
      : Math.abs(lightness(palette.paper) - lightness(palette.table)) > 0.08
        ? palette.paper
        : lighten(colour, 0.06);
  const top = cup(canvas, { x, foot, half, form, drink, pattern, colour, ink, saucer, light });
  steam(canvas, {
    x,
    y: top.y,
    height: Math.min(short * 0.4, top.y - height * 0.03),
    width: top.half * 1.1,
    colour: "#fffaf0",
    alpha: lightness(palette.wall) > 0.75 && !BEHIND[behind].outside ? 0.85 : 0.6,
  });
}

function room(
  canvas: Canvas,
  palette: InteriorPalette,
  { behind, light }: Options,
  tableY: number,
): void {
  const { width, height, short } = canvas;
  const outside = BEHIND[behind].outside;
  const landscape = outside ? LANDSCAPE[outside] : undefined;
  wall(canvas, landscape?.isDark ? mix(palette.wall, landscape.near, 0.3) : palette.wall, light);
  if (landscape) {
    const opening = {
      x: width * 0.16,
      y: -height * 0.1,
      width: width * 0.68,
      height: tableY + height * 0.04,
    };
    casing(canvas, opening, palette.paper);
    view(canvas, opening, {
      kind: behind === "rain" ? "rain" : behind === "snow" ? "snow" : "town",
      palette: landscape,
      sunX: width * 0.3,
    });
    frame(
      canvas,
      opening,
      landscape.isDark ? mix(palette.paper, landscape.near, 0.25) : palette.paper,
      [2, 2],
    );
  } else if (behind === "sunlight") {
    lightPatch(canvas, {
      x: width * 0.14,
      y: height * 0.06,
      width: short * 0.6,
      height: height * 0.5,
      light,
      colour: lighten(mix(palette.wall, "#fff0c0", 0.6), 0.05),
    });
  } else {
    const tint =
      lightness(palette.wall) > 0.5
        ? mix(palette.wall, palette.objects[0] ?? palette.accent, 0.45)
        : lighten(turnHue(palette.wall, 14), 0.12);
    backdrop(canvas, {
      kind: "disc",
      x: width * 0.5,
      y: tableY + short * 0.14,
      size: short * 0.37,
      colour: tint,
    });
  }
}

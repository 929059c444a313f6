import {
  type Butterfly,
  butterfly,
  butterflyOutline,
  type Markings,
  type WingShape,
} from "../draw/butterfly";
import type { Canvas } from "../draw/canvas";
import { lighten, lightness, mix } from "../draw/colour";
import { frond } from "../draw/leaf";
import { PRINT, type PrintPalette, type PrintPaletteName } from "../draw/palettes";
import {
  at,
  byLightness,
  castShadow,
  circle,
  contrasting,
  PRINT_WORDS,
  place,
  scatter,
} from "../draw/print";
import type { Drawing, Family } from "../family";

type Layout = "rows" | "swarm" | "single";
const SHAPES: readonly WingShape[] = ["swallowtail", "round", "angular", "long"];
const MARKINGS: readonly Markings[] = ["eyes", "bands", "veins", "spots"];

/** Butterflies as in an old plate, in a swarm, or one alone among leaves. */
export const butterflies: Family = {
  slug: "butterflies",
  host: "papercraft.localhost",
  rating: "strict",
  isCutOut: false,
  isGraphic: true,
  variants: [
    { aspect: "1:1", palette: "riviera", options: { layout: "rows", ground: "paper" } },
    { aspect: "3:2", palette: "plum", options: { layout: "swarm", ground: "ink" } },
    { aspect: "4:5", palette: "forest", options: { layout: "single", ground: "ink" } },
    { aspect: "3:2", palette: "indigo", options: { layout: "rows", ground: "ink" } },
    { aspect: "4:5", palette: "candy", options: { layout: "swarm", ground: "paper" } },
    { aspect: "3:2", palette: "clay", options: { layout: "single", ground: "paper" } },
  ],
  draw(canvas, variant): Drawing {
    const palette = PRINT[variant.palette as PrintPaletteName];
    const layout = variant.options?.layout as Layout;
    const isDark = variant.options?.ground === "ink";
    const ground = isDark
      ? mix(palette.ink, palette.colours[0] ?? palette.ink, 0.12)
      : palette.paper;
    canvas.rect(
      0,
      0,
      canvas.width,
      canvas.height,
      canvas.linear([
        [0, lighten(ground, 0.015)],
        [1, lighten(ground, -0.02)],
      ]),
    );
    const words = PRINT_WORDS[palette.name];
    const keywords = ["butterfly", "butterflies", "insects", "wings", "nature", ...words.keywords];
    const below = isDark ? "on a dark ground" : "on cream paper";
    if (layout === "rows") {
      const count = rows(canvas, palette, ground);
      return {
        name: `Butterflies in ${count} rows in ${words.title}`,
        keywords: [...keywords, "collection"],
        grain: 9,
      };
    }
    if (layout === "swarm") {
      swarm(canvas, palette, ground);
      return { name: `A swarm of butterflies in ${words.title} ${below}`, keywords, grain: 9 };
    }
    single(canvas, palette, ground);
    return {
      name: `One great butterfly among leaves in ${words.title}`,
      keywords: [...keywords, "leaves", "plant"],
      grain: 9,
    };
  },
};

/** A kind whose main colour stands out from the ground. */
function kindOf(palette: PrintPalette, ground: string, index: number, row = index >> 2): Butterfly {
  const tones = byLightness(palette.colours);
  const mains = contrasting(palette.colours, ground, 0.2);
  const main = at(mains, index + row * (mains.length - 1));
  const isDarkGround = lightness(ground) < 0.45;
  const dark =
    isDarkGround && lightness(main) < 0.5
      ? mix(at(tones, 0), palette.paper, 0.25)
      : mix(palette.ink, at(tones, 0), 0.25);
  const edge = isDarkGround ? mix(main, dark, 0.62) : dark;
  const spots = contrasting(palette.colours, main, 0.12);
  return {
    shape: at(SHAPES, index + row * 2 + (row >> 1)),
    markings: at(MARKINGS, index * 3 + row),
    colours: {
      main,
      dark: edge,
      light: mix(palette.paper, main, 0.12),
      spot: at(spots, index + 1),
    },
  };
}

function put(
  canvas: Canvas,
  kind: Butterfly,
  x: number,
  y: number,
  size: number,
  turn: number,
  part: string,
): void {
  const spot = place(x, y, turn, size / 200);
  const drop = size * 0.035;
  castShadow(canvas, butterflyOutline(kind.shape), spot, {
    dx: drop * 0.6,
    dy: drop * 1.3,
    alpha: 0.26,
  });
  canvas.group({ transform: spot }, () => butterfly(canvas, canvas.random(part), kind));
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];

function rows(canvas: Canvas, palette: PrintPalette, ground: string): string {
  const { width, height, short } = canvas;
  const columns = width > height * 1.2 ? 5 : 4;
  const margin = short * 0.07;
  const step = (width - 2 * margin) / columns;
  const down = Math.max(2, Math.round((height - 2 * margin) / (step * 0.98)));
  const stepY = (height - 2 * margin) / down;
  const line = mix(ground, lightness(ground) < 0.45 ? palette.paper : palette.ink, 0.35);
  const inset = margin * 0.45;
  canvas.add(
    `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" fill="none" stroke="${line}" stroke-width="3"/>`,
  );
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const index = row * columns + column;
      const kind = kindOf(palette, ground, column, row);
      const size = Math.min(step * 0.9, stepY * 1.1);
      put(
        canvas,
        kind,
        margin + step * (column + 0.5),
        margin + stepY * (row + 0.5) + stepY * 0.05,
        size,
        0,
        `b${index}`,
      );
    }
  }
  return at(NUMBERS, down);
}

function swarm(canvas: Canvas, palette: PrintPalette, ground: string): void {
  const { width, height, short } = canvas;
  const r = canvas.random("swarm");
  const radii = [
    0.27, 0.2, 0.17, 0.14, 0.12, 0.11, 0.1, 0.09, 0.085, 0.08, 0.07, 0.065, 0.06, 0.055, 0.05,
  ].map((k) => k * short);
  const placed = scatter(
    r,
    {
      width,
      height,
      radii: [...radii, ...radii.slice(5), ...radii.slice(8)],
      gap: short * 0.004,
      bleed: -short * 0.06,
    },
    [],
    140,
  );
  for (const [i, spot] of placed.entries()) {
    const turn = -25 + (spot.x / width) * 50 + r.between(-28, 28);
    put(canvas, kindOf(palette, ground, i), spot.x, spot.y, spot.radius * 2.05, turn, `b${i}`);
  }
  const dots = scatter(r, { width, height, radii: Array(60).fill(4), gap: 22 }, placed, 30);
  canvas.path(
    dots.map(({ x, y }) => circle(x, y, r.between(2, 4.5))).join(""),
    mix(ground, at(palette.colours, 2), 0.6),
  );
}

function single(canvas: Canvas, palette: PrintPalette, ground: string): void {
  const { width, height, short } = canvas;
  const r = canvas.random("leaves");
  const isDark = lightness(ground) < 0.45;
  const [cx, cy] = [width * 0.5, height * 0.52];
  const disc = mix(ground, at(palette.colours, isDark ? 0 : 4), isDark ? 0.75 : 0.7);
  canvas.path(circle(cx, cy, short * 0.43), disc);
  const greens = byLightness(palette.colours).slice(isDark ? 1 : 0, isDark ? 4 : 3);
  for (let i = 0; i < 14; i += 1) {
    const angle = (i / 14) * 360 + r.between(-6, 6);
    const rad = (angle * Math.PI) / 180;
    const far = short * r.between(0.3, 0.36);
    const spot = place(
      cx + Math.cos(rad) * far * (width / short) ** 0.35,
      cy + Math.sin(rad) * far * (height / short) ** 0.35,
      angle + r.between(-14, 14),
      (short * r.between(0.26, 0.36)) / 100,
    );
    const plant = frond(
      at(["fern", "oval", "olive"] as const, i),
      mix(at(greens, i), ground, 0.12),
    );
    castShadow(canvas, plant.outline, spot, { dx: 4, dy: 9, alpha: 0.2 });
    canvas.add(`<g transform="${spot}">${plant.svg}</g>`);
  }
  const kinds = contrasting(palette.colours, ground, 0.25);
  const kind: Butterfly = {
    shape: isDark ? "swallowtail" : "angular",
    markings: isDark ? "bands" : "eyes",
    colours: {
      main: isDark ? at(palette.colours, 2) : at(kinds, 0),
      dark: isDark
        ? mix(palette.ink, at(palette.colours, 3), 0.42)
        : mix(palette.ink, at(palette.colours, 0), 0.15),
      light: palette.paper,
      spot: isDark ? palette.paper : at(palette.colours, 1),
    },
  };
  put(canvas, kind, cx, cy + short * 0.02, short * 0.78, isDark ? -7 : 6, "great");
}

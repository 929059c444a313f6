import type { Canvas } from "../draw/canvas";
import { colourWord, mix } from "../draw/colour";
import { LANDSCAPE, type LandscapePalette, type LandscapePaletteName } from "../draw/palettes";
import { crescent, firs, paperBoat, sparkle, stag } from "../draw/paper-figures";
import { n, type Point, smoothClosed } from "../draw/path";
import { at, circle, ramp } from "../draw/print";
import type { Drawing, Family } from "../family";

type Inside = "sun" | "moon" | "stag" | "boat" | "firs";
type Shape = "cave" | "petals" | "canyon";

const INSIDE: Record<Inside, { name: string; keywords: readonly string[] }> = {
  sun: { name: "the sun over soft hills", keywords: ["sun", "hills", "light"] },
  moon: { name: "a crescent moon", keywords: ["moon", "stars", "night", "sky"] },
  stag: { name: "a stag on a hill", keywords: ["stag", "deer", "animal", "forest", "hill"] },
  boat: { name: "a small sailing boat", keywords: ["boat", "sea", "water", "waves", "sail"] },
  firs: { name: "fir trees under the sun", keywords: ["trees", "forest", "fir", "hills", "sun"] },
};
const OPENING: Record<Shape, string> = {
  cave: "Paper-cut cave with",
  petals: "Paper-cut flower with",
  canyon: "Paper-cut waves and clouds with",
};

/** Layered card with soft shadows, and a small scene in the light at its bottom. */
export const paperCutCave: Family = {
  slug: "paper-cut-cave",
  host: "papercraft.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "sunset", options: { inside: "stag", shape: "cave" } },
    { aspect: "4:5", palette: "tropic", options: { inside: "boat", shape: "canyon" } },
    { aspect: "1:1", palette: "night", options: { inside: "moon", shape: "petals" } },
    { aspect: "3:2", palette: "desert", options: { inside: "sun", shape: "cave" } },
    { aspect: "16:9", palette: "violet", options: { inside: "boat", shape: "cave" } },
    { aspect: "2:3", palette: "mint", options: { inside: "firs", shape: "cave" } },
    { aspect: "3:2", palette: "rose", options: { inside: "moon", shape: "canyon" } },
    { aspect: "4:5", palette: "dawn", options: { inside: "stag", shape: "petals" } },
  ],
  draw(canvas, variant): Drawing {
    const palette = LANDSCAPE[variant.palette as LandscapePaletteName];
    const inside = variant.options?.inside as Inside;
    const shape = variant.options?.shape as Shape;
    const cx = canvas.width * (shape === "cave" ? 0.47 : 0.5);
    const cy = canvas.height * 0.5;
    const colours = ramp(sheetStops(palette), 10);
    scene(canvas, palette, inside, cx, cy, shape);
    sheets(canvas, colours, shape, cx, cy);
    const outer = colourWord(at(colours, 6));
    const inner = colourWord(at(colours, 3));
    const shades = outer === inner ? `in ${outer}` : `in ${inner} and ${outer}`;
    return {
      name: `${OPENING[shape]} ${INSIDE[inside].name} ${shades}`,
      keywords: [
        ...new Set(["paper-cut", "paper", "layers", "shadow", outer, inner]),
        ...INSIDE[inside].keywords,
      ],
      grain: 9,
    };
  },
};

/** The colours of the card from the back to the front; a night sky alone would be black on black. */
function sheetStops(palette: LandscapePalette): string[] {
  const [top, middle, low] = palette.sky;
  if (!palette.hasStars) return [low, middle, top, palette.near];
  return [mix(low, palette.sun, 0.45), mix(low, palette.sun, 0.12), middle, top];
}

/** The lit scene that the sheets leave open. */
function scene(
  canvas: Canvas,
  palette: LandscapePalette,
  inside: Inside,
  cx: number,
  cy: number,
  shape: Shape,
): void {
  const { width, height, short } = canvas;
  const r = canvas.random("scene");
  const isNight = inside === "moon";
  const back = isNight
    ? mix(palette.sky[2], palette.sky[1], 0.35)
    : mix(palette.sky[2], palette.sun, 0.3);
  canvas.add(`<rect width="${width}" height="${height}" fill="${back}"/>`);
  canvas.glow(cx, cy - short * 0.05, short * 0.62, palette.sun, 0.85);
  const disc = inside === "moon" ? 0.15 : inside === "sun" ? 0.15 : 0.13;
  const discY =
    cy - short * (isNight ? (shape === "canyon" ? -0.06 : 0.03) : inside === "sun" ? 0.02 : 0.09);
  const discX = cx + short * (inside === "boat" ? 0.13 : inside === "stag" ? 0.06 : 0);
  const d = isNight ? crescent(discX, discY, short * disc) : circle(discX, discY, short * disc);
  const warm = (inside === "sun" ? palette.extra[0] : undefined) ?? palette.accent;
  const pale = isNight && palette.hasStars ? 0.55 : inside === "boat" ? 0.75 : 0.25;
  const light = mix(warm, palette.sun, isNight && !palette.hasStars ? 0 : pale);
  canvas.softShadow(d, short * 0.008, short * 0.014, 0.3);
  canvas.path(d, light);
  if (isNight) hangStars(canvas, light, mix(back, palette.near, 0.35), cx, cy);
  if (shape === "canyon" && isNight) return;
  const tones = ramp([mix(palette.sky[1], palette.haze, 0.5), palette.near], 6);
  const floor = cy + short * (isNight ? 0.17 : 0.1);
  for (let i = 0; i < 3; i += 1) {
    const tone = mix(at(tones, i + 1), palette.accent, inside === "boat" ? 0 : 0.08);
    const phase = r.between(0, 6);
    const swell = inside === "boat" ? 0.012 : 0.032;
    const wave = inside === "boat" ? 13 : 4.4;
    const top = (x: number) =>
      floor +
      i * short * 0.06 -
      short * swell * Math.sin(((x - cx) / short) * wave + phase) -
      short * swell * 0.5 * Math.sin(((x - cx) / short) * wave * 2.3 + phase * 2);
    if (i === 1 && inside === "boat") {
      const x = cx - short * 0.04;
      const sail = palette.accent;
      const parts = { hull: palette.near, sail, shade: mix(sail, palette.sun, 0.5) };
      canvas.add(paperBoat(x, top(x) - short * 0.006, short * 0.29, parts));
    }
    const hill = ground(width, height, top);
    if (inside === "firs" || inside === "stag") {
      const side = inside === "stag" && i > 0;
      const trees = {
        from: cx - short * 0.5,
        to: cx + short * 0.5,
        count: 17,
        height: short * (0.1 + 0.05 * i),
      };
      const open = firs(r, side ? { ...trees, to: cx - short * 0.26, count: 5 } : trees, top);
      const wood = side
        ? open + firs(r, { ...trees, from: cx + short * 0.27, count: 4 }, top)
        : open;
      if (inside === "firs" || i > 0) canvas.path(wood, mix(tone, palette.near, 0.12));
    }
    canvas.softShadow(hill, 0, -short * 0.012, 0.22);
    canvas.path(hill, tone);
    if (i === 0 && inside === "stag") {
      const x = cx - short * 0.01;
      canvas.add(
        stag(x, top(x) + short * 0.012, short * 0.19, mix(palette.near, palette.sky[0], 0.1)),
      );
    }
  }
}

function hangStars(canvas: Canvas, light: string, thread: string, cx: number, cy: number): void {
  const { short } = canvas;
  const r = canvas.random("stars");
  const columns = [-0.36, -0.25, -0.13, 0.1, 0.22, 0.33];
  for (const column of columns) {
    const x = cx + short * (column + r.between(-0.02, 0.02));
    const y = cy + short * (r.between(-0.24, 0.0) + (Math.abs(column) < 0.2 ? -0.12 : 0));
    const size = short * r.between(0.018, 0.032);
    const d = sparkle(x, y, size);
    canvas.add(
      `<path d="M${n(x)} 0V${n(y - size)}" stroke="${thread}" stroke-width="1.5" stroke-opacity=".6"/>`,
    );
    canvas.softShadow(d, 3, 5, 0.25);
    canvas.path(d, light);
  }
}

function ground(width: number, height: number, top: (x: number) => number): string {
  let d = `M-20 ${n(height + 20)}`;
  for (let x = -20; x <= width + 20; x += 12) d += `L${n(x)} ${n(top(x))}`;
  return `${d}L${n(width + 20)} ${n(height + 20)}z`;
}

/** The cut sheets, from the lightest at the back to the darkest in front. */
function sheets(
  canvas: Canvas,
  colours: readonly string[],
  shape: Shape,
  cx: number,
  cy: number,
): void {
  const { width, height, short } = canvas;
  const r = canvas.random("sheets");
  const phases = [r.between(0, 6.3), r.between(0, 6.3), r.between(0, 6.3)];
  const lobes = shape === "petals" ? r.integer(6, 8) : r.integer(2, 4);
  const count = 7;
  const frame = `M-40-40H${n(width + 40)}V${n(height + 40)}H-40z`;
  for (let i = 0; i < count; i += 1) {
    const t = i / (count - 1);
    const colour = at(colours, 2 + i);
    const drift = (shape === "petals" ? 0.12 : 0.22) * i;
    const d =
      shape === "canyon"
        ? canyon(canvas, t, i, phases)
        : frame +
          smoothClosed(
            hole(shape, lobes, phases, drift, cx, cy, [
              radius(width, t, 0.34, short),
              radius(height, t, 0.37, short),
            ]),
          );
    canvas.softShadow(d, short * 0.012, short * 0.024, 0.4);
    const light = mix(colour, "#ffffff", 0.07);
    const fill = canvas.linear(
      [
        [0, light],
        [1, mix(colour, "#150c18", 0.08)],
      ],
      { x1: 0, y1: 0, x2: 0.6, y2: 1 },
    );
    canvas.path(d, fill, {
      stroke: mix(colour, "#ffffff", 0.3),
      "stroke-width": 1.6,
      "stroke-opacity": 0.7,
    });
  }
}

/** Half the width of a hole: roomy at the back, nearly the whole picture in front. */
function radius(side: number, t: number, least: number, short: number): number {
  return short * least + (side * 0.54 - short * least) * t;
}

function hole(
  shape: Shape,
  lobes: number,
  phases: readonly number[],
  drift: number,
  cx: number,
  cy: number,
  radii: readonly [number, number],
): Point[] {
  const [p1 = 0, p2 = 0, p3 = 0] = phases;
  return Array.from({ length: 84 }, (_, i) => {
    // Against the direction of the frame, so that it is a hole under either fill rule.
    const u = (1 - i / 84) * Math.PI * 2;
    const wild =
      1 +
      0.13 * Math.sin(lobes * u + p1 + drift) +
      0.07 * Math.sin((lobes + 2) * u + p2 - drift * 1.4) +
      0.03 * Math.sin(9 * u + p3 + drift * 2);
    const flower = 0.86 + 0.2 * Math.abs(Math.sin((lobes * (u + drift)) / 2)) ** 0.8;
    const k = shape === "petals" ? flower : wild;
    return [cx + radii[0] * k * Math.cos(u), cy + radii[1] * k * Math.sin(u)] as const;
  });
}

/** Clouds hanging from above and waves rising from below, as one sheet in two parts. */
function canyon(canvas: Canvas, t: number, i: number, phases: readonly number[]): string {
  const { width, height, short } = canvas;
  const [p1 = 0, p2 = 0] = phases;
  const upper = height * 0.3 - height * 0.3 * t + short * 0.03;
  const lower = height * 0.66 + height * 0.27 * t;
  let above = "M-40-40";
  let below = `M-40 ${n(height + 40)}`;
  for (let x = -40; x <= width + 40; x += 10) {
    const u = x / short;
    const puff =
      Math.abs(Math.sin(u * 6.5 + p1 + i * 1.9)) * 0.075 +
      Math.abs(Math.sin(u * 11 + p2 + i)) * 0.02;
    const bulge = 0.07 * Math.cos((x / width - 0.5) * Math.PI * 2 + (i % 2 ? 0.7 : -0.7));
    above += `L${n(x)} ${n(upper + short * (puff - bulge))}`;
    const wave = 0.04 * Math.sin(u * 6.2 + p2 + i * 1.3) + 0.018 * Math.sin(u * 13 + p1 + i * 2.2);
    below += `L${n(x)} ${n(lower + short * (wave + bulge * 0.4))}`;
  }
  return `${above}L${n(width + 40)}-40z${below}L${n(width + 40)} ${n(height + 40)}z`;
}

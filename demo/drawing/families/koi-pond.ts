import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { KOI, type Koi, type KoiBreed, koi, koiShadow } from "../draw/koi";
import { stroke } from "../draw/leaves";
import { blob, n } from "../draw/path";
import { edges, type Options, type Time, WATER } from "../draw/pond";
import { counted, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

/** Share of the width and the height, and the heading. */
const STREAM = [
  [0.27, 0.7, -0.5],
  [0.4, 0.26, -0.15],
  [0.77, 0.66, -0.75],
  [0.86, 0.2, -0.5],
  [0.14, 0.3, -0.7],
] as const;

/** Carp in a pond, seen from above. */
export const koiPond: Family = {
  slug: "koi-pond",
  host: "fieldnotes.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("4:5", "noon", {
      fish: "kohaku ogon showa",
      scene: "circle",
      hasLotus: true,
      hasRipples: false,
      edge: "pads",
    }),
    plan("3:2", "night", {
      fish: "ogon kohaku",
      scene: "pair",
      hasLotus: true,
      hasRipples: true,
      edge: "pads",
    }),
    plan("1:1", "autumn", {
      fish: "kohaku showa ogon kohaku",
      scene: "stream",
      hasLotus: false,
      hasRipples: false,
      edge: "leaves",
    }),
    plan("16:9", "spring", {
      fish: "showa kohaku ogon goshiki kohaku ogon showa",
      scene: "shoal",
      hasLotus: false,
      hasRipples: false,
      edge: "petals",
    }),
    plan("2:3", "jade", {
      fish: "kohaku",
      scene: "lone",
      hasLotus: true,
      hasRipples: true,
      edge: "pads",
    }),
    plan("3:2", "evening", {
      fish: "goshiki showa ogon kohaku goshiki",
      scene: "stream",
      hasLotus: false,
      hasRipples: true,
      edge: "stones",
    }),
  ],
  draw(canvas, variant): Drawing {
    const time = variant.palette as Time;
    const options = variant.options as Options;
    const breeds = options.fish.split(" ") as KoiBreed[];
    const { deep, light } = WATER[time];
    ground(canvas, deep, light);
    const fish = school(canvas, options, breeds);
    for (const one of fish)
      koiShadow(canvas, one, one.length * 0.11, one.length * 0.16, mix(deep, "#05060c", 0.55));
    for (const one of fish) koi(canvas, one, deep);
    if (options.hasRipples) ripples(canvas, light, fish);
    shimmer(canvas, light);
    edges(canvas, time, options, fish);
    const kinds = new Set(breeds);
    const only = kinds.size === 1 && breeds[0] ? KOI[breeds[0]].word : "";
    return {
      name: title(
        counted(fish.length, `${only} koi carp`.trim(), `${only} koi carp`.trim()),
        options.hasLotus && "and lotus",
        WATER[time].words,
      ),
      keywords: [
        "koi",
        "carp",
        "fish",
        "pond",
        "water",
        "garden",
        "top view",
        ...[...kinds].map((kind) => KOI[kind].word),
        ...(options.hasLotus ? ["lotus", "water lily", "flowers"] : []),
        ...(options.edge === "pads" ? ["lily pads", "leaves"] : []),
        ...(options.edge === "stones" ? ["stones", "pebbles"] : []),
        ...(options.hasRipples ? ["ripples"] : []),
        ...WATER[time].keywords,
      ],
      grain: 7,
    };
  },
};

function plan(aspect: Aspect, palette: Time, options: Options) {
  return { aspect, palette, options };
}

function ground(canvas: Canvas, deep: string, light: string): void {
  const { width, height, long } = canvas;
  canvas.path(
    `M0 0H${n(width)}V${n(height)}H0z`,
    canvas.linear(
      [
        [0, mix(deep, light, 0.5)],
        [0.5, mix(deep, light, 0.16)],
        [1, lighten(deep, -0.03)],
      ],
      { x1: 0, y1: 0, x2: 1, y2: 1 },
    ),
  );
  canvas.glow(width * 0.2, height * 0.12, long * 0.5, light, 0.55);
  const r = canvas.random("ground");
  let stones = "";
  for (let i = 0; i < 90; i += 1)
    stones += blob(
      r,
      r.next() * width,
      r.next() * height,
      long * r.between(0.008, 0.03),
      long * r.between(0.006, 0.022),
      0.16,
      8,
    );
  canvas.path(stones, mix(deep, "#05060c", 0.5), { "fill-opacity": 0.2 });
}

/** Where each fish swims. */
function school(canvas: Canvas, { scene }: Options, breeds: readonly KoiBreed[]): Koi[] {
  const { width, height, short } = canvas;
  const r = canvas.random("school");
  const count = breeds.length;
  return breeds.map((breed, i): Koi => {
    const random = canvas.random(`koi/${i}`);
    const grow = [1, 0.82, 0.68, 0.9, 0.74, 0.62, 0.8][i] ?? 0.7;
    if (scene === "lone")
      return {
        x: width * 0.52,
        y: height * 0.48,
        length: short * 0.94,
        turn: -1.0,
        curve: 0.62,
        breed,
        random,
      };
    if (scene === "pair")
      return {
        x: width * (i ? 0.58 : 0.38),
        y: height * (i ? 0.54 : 0.44),
        length: short * 0.66 * grow,
        turn: i ? Math.PI * 0.86 : -0.36,
        curve: i ? 0.55 : 0.6,
        breed,
        random,
      };
    if (scene === "circle") {
      const a = (i / count) * Math.PI * 2 - 0.6;
      return {
        x: width * 0.5 + Math.cos(a) * width * 0.24,
        y: height * 0.5 + Math.sin(a) * height * 0.24,
        length: short * 0.74 * grow,
        turn: a + Math.PI / 2,
        curve: -0.62,
        breed,
        random,
      };
    }
    if (scene === "stream") {
      const [px = 0.5, py = 0.5, turn = 0] = STREAM[i] ?? [];
      return {
        x: width * px,
        y: height * py,
        length: short * (width > height ? 0.54 : 0.47) * ([1, 0.84, 0.74, 0.62, 0.7][i] ?? 0.7),
        turn,
        curve: i % 2 ? 0.5 : -0.46,
        breed,
        random,
      };
    }
    const column = i % 4;
    const row = Math.floor(i / 4);
    return {
      x: width * (0.16 + column * 0.22 + row * 0.1),
      y: height * (0.3 + row * 0.4 + r.between(-0.07, 0.07)),
      length: short * 0.5 * grow,
      turn: Math.PI + 0.3 + r.between(-0.3, 0.3),
      curve: i % 2 ? 0.42 : -0.4,
      breed,
      random,
    };
  });
}

function ripples(canvas: Canvas, light: string, fish: readonly Koi[]): void {
  const { width, height, short } = canvas;
  const first = fish[0];
  const [x, y] = [width * 0.76, height * (first && first.y > height * 0.5 ? 0.28 : 0.72)];
  for (let i = 1; i <= 5; i += 1) {
    canvas.add(
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(short * 0.055 * i)}" ry="${n(short * 0.055 * i)}" fill="none" stroke="${lighten(light, 0.16)}" stroke-width="${n(5 - i * 0.7)}" stroke-opacity="${(0.6 - i * 0.09).toFixed(2)}"/>`,
    );
  }
}

/** Nets of light on the water. */
function shimmer(canvas: Canvas, light: string): void {
  const { width, height, long } = canvas;
  const r = canvas.random("shimmer");
  let d = "";
  for (let i = 0; i < 30; i += 1) {
    const x = r.next() * width;
    const y = r.next() * height;
    const s = long * r.between(0.02, 0.06);
    d += `M${n(x)} ${n(y)}q${n(s * 0.5)} ${n(-s * 0.3)} ${n(s)} 0t${n(s)} ${n(r.between(-10, 10))}`;
  }
  stroke(canvas, d, lighten(light, 0.2), 3, 0.26);
}

import "server-only";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { KOI, type Koi, type KoiBreed, koi, koiShadow } from "../draw/koi";
import { stroke } from "../draw/leaves";
import { blob, ellipsePath, n } from "../draw/path";
import { counted, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

type Time = "noon" | "evening" | "night" | "autumn" | "spring" | "jade";
type Options = {
  fish: string;
  scene: "circle" | "stream" | "pair" | "lone" | "shoal";
  hasLotus: boolean;
  hasRipples: boolean;
  edge: "pads" | "stones" | "leaves" | "petals";
};

const WATER: Record<
  Time,
  {
    deep: string;
    light: string;
    pad: string;
    flower: string;
    words: string;
    keywords: readonly string[];
  }
> = {
  noon: {
    deep: "#0f5560",
    light: "#2f8f8f",
    pad: "#5f9a4f",
    flower: "#f3a9bd",
    words: "in clear green water",
    keywords: ["green", "day"],
  },
  evening: {
    deep: "#3a2c5a",
    light: "#8a5f8f",
    pad: "#5f7a5a",
    flower: "#f7c9a8",
    words: "in violet evening water",
    keywords: ["evening", "purple", "violet"],
  },
  night: {
    deep: "#0a1530",
    light: "#22477a",
    pad: "#2f5f58",
    flower: "#e9e4f5",
    words: "in dark blue water",
    keywords: ["night", "blue", "dark"],
  },
  autumn: {
    deep: "#3a3a2a",
    light: "#7f7548",
    pad: "#8a7f3f",
    flower: "#f2d6a0",
    words: "under fallen autumn leaves",
    keywords: ["autumn", "leaves", "brown"],
  },
  spring: {
    deep: "#1f6f7f",
    light: "#7fc3b8",
    pad: "#6fa860",
    flower: "#fbe3ea",
    words: "under floating cherry petals",
    keywords: ["spring", "petals", "cherry", "turquoise"],
  },
  jade: {
    deep: "#12443c",
    light: "#3f8a66",
    pad: "#7fa852",
    flower: "#fff3e4",
    words: "in a jade green pond",
    keywords: ["green"],
  },
};
/** Share of the width and the height, and the heading. */
const STREAM = [
  [0.27, 0.7, -0.5],
  [0.46, 0.27, -0.15],
  [0.77, 0.66, -0.75],
  [0.82, 0.22, -0.4],
  [0.14, 0.3, -0.7],
] as const;
const LEAF = ["#c8642c", "#b8862f", "#a83c2a", "#d9a13c"];

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
        length: short * 0.54 * ([1, 0.84, 0.74, 0.62, 0.7][i] ?? 0.7),
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

function edges(
  canvas: Canvas,
  time: Time,
  { edge, hasLotus }: Options,
  fish: readonly Koi[],
): void {
  const { width, height, short } = canvas;
  const r = canvas.random("edge");
  if (edge === "petals" || edge === "leaves") {
    floating(canvas, edge, time, fish);
    return;
  }
  const corners = [
    [0.02, 0.06, 1],
    [0.2, 0.0, 0.7],
    [0.98, 0.94, 1.05],
    [0.8, 1.0, 0.75],
    [0.03, 0.3, 0.6],
    [0.97, 0.7, 0.62],
    [0.98, 0.04, 0.7],
    [0.02, 0.97, 0.62],
  ] as const;
  corners.forEach(([px, py, k], i) => {
    const x = width * px;
    const y = height * py;
    const radius = short * 0.15 * k;
    const isNear = fish.some(
      (one) => Math.hypot(one.x - x, one.y - y) < one.length * 0.42 + radius * 0.4,
    );
    if (isNear && i > 3) return;
    if (edge === "stones") stone(canvas, x, y, radius * 1.3, time);
    else
      pad(canvas, {
        x,
        y,
        radius,
        turn: r.between(0, 6),
        colour: lighten(WATER[time].pad, r.between(-0.05, 0.04)),
      });
    if (hasLotus && edge === "pads" && (i === 0 || i === 2))
      lotus(
        canvas,
        x + radius * (i ? -0.7 : 0.75),
        y + radius * (i ? -0.75 : 0.7),
        radius * 0.72,
        WATER[time].flower,
      );
  });
}

function pad(
  canvas: Canvas,
  {
    x,
    y,
    radius,
    turn,
    colour,
  }: { x: number; y: number; radius: number; turn: number; colour: string },
): void {
  const r = canvas.random(`pad/${Math.round(x)}/${Math.round(y)}`);
  let d = "";
  for (let i = 0; i <= 30; i += 1) {
    const a = turn + 0.16 + (i / 30) * (Math.PI * 2 - 0.32);
    const k = radius * (1 + r.between(-0.02, 0.02));
    d += `${i ? "L" : "M"}${n(x + Math.cos(a) * k)} ${n(y + Math.sin(a) * k)}`;
  }
  d += `L${n(x + Math.cos(turn) * radius * 0.12)} ${n(y + Math.sin(turn) * radius * 0.12)}z`;
  canvas.softShadow(d, radius * 0.12, radius * 0.17, 0.42);
  canvas.path(
    d,
    canvas.linear(
      [
        [0, lighten(colour, 0.07)],
        [1, lighten(colour, -0.07)],
      ],
      { x1: 0, y1: 0, x2: 1, y2: 1 },
    ),
  );
  let veins = "";
  for (let i = 1; i < 12; i += 1) {
    const a = turn + (i / 12) * Math.PI * 2;
    veins += `M${n(x)} ${n(y)}L${n(x + Math.cos(a) * radius * 0.86)} ${n(y + Math.sin(a) * radius * 0.86)}`;
  }
  stroke(canvas, veins, lighten(colour, 0.09), Math.max(2, radius * 0.018), 0.7);
  let drops = "";
  for (let i = 0; i < 3; i += 1)
    drops += ellipsePath(
      x + r.between(-0.6, 0.6) * radius,
      y + r.between(-0.6, 0.6) * radius,
      radius * 0.035,
      radius * 0.035,
    );
  canvas.path(drops, "#f4fbf6", { "fill-opacity": 0.75 });
}

function lotus(canvas: Canvas, x: number, y: number, radius: number, colour: string): void {
  canvas.softShadow(
    ellipsePath(x, y, radius * 0.8, radius * 0.8),
    radius * 0.14,
    radius * 0.2,
    0.4,
  );
  for (const [ring, count, tone] of [
    [1, 10, lighten(colour, -0.09)],
    [0.76, 9, lighten(colour, -0.02)],
    [0.5, 7, lighten(colour, 0.05)],
  ] as const) {
    let d = "";
    for (let i = 0; i < count; i += 1) {
      const a = ((i + ring * 2) / count) * Math.PI * 2;
      const at = (k: number, off: number) =>
        `${n(x + Math.cos(a + off) * radius * ring * k)} ${n(y + Math.sin(a + off) * radius * ring * k)}`;
      d += `M${n(x)} ${n(y)}C${at(0.4, -0.75)} ${at(0.9, -0.3)} ${at(1.05, 0)}C${at(0.9, 0.3)} ${at(0.4, 0.75)} ${n(x)} ${n(y)}z`;
    }
    canvas.path(d, tone);
    stroke(canvas, d, lighten(colour, -0.15), Math.max(1.2, radius * 0.014), 0.5);
  }
  canvas.path(ellipsePath(x, y, radius * 0.2, radius * 0.2), "#e8b544");
  canvas.path(ellipsePath(x, y, radius * 0.11, radius * 0.11), "#c98f2c");
}

function stone(canvas: Canvas, x: number, y: number, radius: number, time: Time): void {
  const r = canvas.random(`stone/${Math.round(x)}`);
  const colour = mix(mix("#9a9aa4", WATER[time].deep, 0.3), WATER[time].light, 0.16);
  for (const [dx, dy, k] of [
    [0.9, 0.25, 0.5],
    [-0.75, 0.55, 0.45],
    [0, 0, 1],
  ] as const) {
    const d = blob(r, x + dx * radius, y + dy * radius, radius * k, radius * k * 0.82, 0.1, 11);
    canvas.softShadow(d, radius * 0.12, radius * 0.16, 0.5);
    canvas.path(
      d,
      canvas.linear(
        [
          [0, lighten(colour, 0.1)],
          [1, lighten(colour, -0.13)],
        ],
        { x1: 0, y1: 0, x2: 1, y2: 1 },
      ),
    );
    canvas.path(
      blob(
        r,
        x + dx * radius - radius * k * 0.22,
        y + dy * radius - radius * k * 0.24,
        radius * k * 0.5,
        radius * k * 0.34,
        0.14,
        9,
      ),
      lighten(colour, 0.13),
      { "fill-opacity": 0.5 },
    );
  }
}

/** Fallen leaves or blossom petals on the surface, with their shadows. */
function floating(
  canvas: Canvas,
  kind: "petals" | "leaves",
  time: Time,
  fish: readonly Koi[],
): void {
  const { width, height, short } = canvas;
  const r = canvas.random("floating");
  const count = kind === "petals" ? 58 : 44;
  for (let i = 0; i < count; i += 1) {
    const edge = r.chance(0.66);
    const x = edge
      ? (r.chance(0.5) ? r.next() ** 2 * 0.34 : 1 - r.next() ** 2 * 0.34) * width
      : r.next() * width;
    const y = r.next() * height;
    if (
      kind === "leaves" &&
      fish.some((one) => Math.hypot(one.x - x, one.y - y) < one.length * 0.4)
    )
      continue;
    const size = short * (kind === "petals" ? r.between(0.014, 0.03) : r.between(0.05, 0.085));
    const turn = r.between(0, 360);
    const d =
      kind === "petals"
        ? `M0 0C${n(-size * 0.8)} ${n(-size * 0.4)} ${n(-size * 0.6)} ${n(-size * 1.3)} ${n(-size * 0.14)} ${n(-size * 1.4)}L0 ${n(-size * 1.2)}L${n(size * 0.14)} ${n(-size * 1.4)}C${n(size * 0.6)} ${n(-size * 1.3)} ${n(size * 0.8)} ${n(-size * 0.4)} 0 0z`
        : maple(size);
    const colour =
      kind === "petals" ? mix(WATER[time].flower, "#f2a9c0", r.between(0, 0.6)) : r.pick(LEAF);
    canvas.group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n(turn)})` }, () => {
      canvas.path(d, "#0b0a14", {
        transform: `translate(${n(size * 0.1)} ${n(size * 0.14)})`,
        "fill-opacity": 0.32,
      });
      canvas.path(d, colour);
      if (kind === "leaves")
        stroke(
          canvas,
          `M0 ${n(size * 0.7)}V${n(-size * 0.7)}M0 0L${n(size * 0.55)} ${n(-size * 0.35)}M0 0L${n(-size * 0.55)} ${n(-size * 0.35)}`,
          lighten(colour, -0.12),
          Math.max(1.6, size * 0.04),
          0.7,
        );
    });
  }
}

function maple(size: number): string {
  const tips = [
    [0, -1.1],
    [0.2, -0.5],
    [0.62, -0.8],
    [0.5, -0.32],
    [1, -0.3],
    [0.6, 0.02],
    [0.74, 0.42],
    [0.26, 0.3],
    [0, 0.5],
    [-0.26, 0.3],
    [-0.74, 0.42],
    [-0.6, 0.02],
    [-1, -0.3],
    [-0.5, -0.32],
    [-0.62, -0.8],
    [-0.2, -0.5],
  ] as const;
  return `M${tips.map(([x, y]) => `${n(x * size)} ${n(y * size)}`).join("L")}z`;
}

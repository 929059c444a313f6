import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import type { Koi } from "./koi";
import { stroke } from "./leaves";
import { blob, n } from "./path";
import { lotus, pad } from "./water-lilies";

export type Time = "noon" | "evening" | "night" | "autumn" | "spring" | "jade";

export type Options = {
  fish: string;
  scene: "circle" | "stream" | "pair" | "lone" | "shoal";
  hasLotus: boolean;
  hasRipples: boolean;
  edge: "pads" | "stones" | "leaves" | "petals";
};

export const WATER: Record<
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

const LEAF = ["#c8642c", "#b8862f", "#a83c2a", "#d9a13c"];

export function edges(
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
      (one) => Math.hypot(one.x - x, one.y - y) < one.length * 0.562 + radius * 0.4,
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
      fish.some((one) => Math.hypot(one.x - x, one.y - y) < one.length * 0.56)
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

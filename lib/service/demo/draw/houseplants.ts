import "server-only";

import type { Canvas } from "./canvas";
import { lighten, mix, turnHue } from "./colour";
import { type Leaf, leaves, stroke } from "./leaves";
import { n, type Point, polygon } from "./path";
import type { Random } from "./random";

export type PlantKind =
  | "sword"
  | "split"
  | "fern"
  | "cactus"
  | "paddle"
  | "coin"
  | "trailing"
  | "rubber"
  | "citrus"
  | "tulips";

/** Where a plant stands: `x`, `y` the middle of the soil, `size` its height above it. */
export type Plant = {
  x: number;
  y: number;
  size: number;
  green: string;
  bloom: string;
  random: Random;
};

/** What a searcher may call each plant; the first is used in names. */
export const PLANT_WORDS: Record<PlantKind, readonly [name: string, ...others: string[]]> = {
  sword: ["snake plant", "sansevieria"],
  split: ["monstera", "split leaf plant"],
  fern: ["fern", "fronds"],
  cactus: ["cactus", "succulent", "spines"],
  paddle: ["prickly pear", "cactus", "succulent"],
  coin: ["coin plant", "pilea"],
  trailing: ["trailing ivy", "ivy", "hanging plant"],
  rubber: ["rubber tree", "fig"],
  citrus: ["little orange tree", "orange tree", "fruit"],
  tulips: ["tulips", "flowers", "bulbs"],
};

const draws: Record<PlantKind, (canvas: Canvas, plant: Plant) => void> = {
  sword,
  split,
  fern,
  cactus,
  paddle,
  coin,
  trailing,
  rubber,
  citrus,
  tulips,
};

/** Draws one potted plant's greenery; the pot is drawn by the caller. */
export function houseplant(canvas: Canvas, kind: PlantKind, plant: Plant): void {
  draws[kind](canvas, plant);
}

const UP = -Math.PI / 2;

function sword(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const blades = 9;
  for (let i = 0; i < blades; i += 1) {
    const order = i < 5 ? i * 2 : (i - 5) * 2 + 1;
    const t = (order / (blades - 1)) * 2 - 1;
    const front = i >= 5;
    const tall = size * (front ? r.between(0.5, 0.8) : r.between(0.78, 1) - Math.abs(t) * 0.16);
    const half = size * 0.056;
    const lean = t * size * 0.24;
    const base = x + t * size * 0.15;
    const tone = lighten(mix(green, "#1d4a4a", front ? 0 : 0.32), front ? 0.02 : -0.04);
    const edge: Point[] = [];
    const back: Point[] = [];
    for (let k = 0; k <= 10; k += 1) {
      const u = k / 10;
      const cx = base + lean * u ** 1.6 + Math.sin(u * 3 + i) * half * 0.25;
      const w = half * (0.72 + 0.5 * Math.sin(Math.PI * u * 0.8)) * (u > 0.82 ? (1 - u) / 0.18 : 1);
      edge.push([cx - w, y + 4 - u * tall]);
      back.unshift([cx + w, y + 4 - u * tall]);
    }
    const d = polygon([...edge, ...back]);
    canvas.path(d, lighten(mix(tone, "#e8dc8a", 0.62), 0.02));
    const inner = polygon([
      ...edge.map(([ex, ey], k): Point => [ex + half * 0.26 * (k > 8 ? 0.3 : 1), ey + 3]),
      ...back.map(([bx, by], k): Point => [bx - half * 0.26 * (k < 2 ? 0.3 : 1), by + 3]),
    ]);
    canvas.path(inner, tone);
    let bands = "";
    for (let u = 0.1; u < 0.86; u += 0.075) {
      const cx = base + lean * u ** 1.6;
      const by = y - u * tall;
      bands += `M${n(cx - half * 0.62)} ${n(by + r.between(-4, 4))}q${n(half * 0.35)} ${n(-half * 0.4)} ${n(half * 0.6)} 0t${n(half * 0.6)} 0`;
    }
    stroke(canvas, bands, lighten(tone, -0.09), size * 0.013, 0.7);
  }
}

function split(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const spread = [-0.95, 0.95, -0.52, 0.55, -0.12, 0.24, -0.62, 0.5];
  spread.forEach((t, i) => {
    const reach =
      size * ([0.5, 0.5, 0.72, 0.68, 0.84, 0.74, 0.3, 0.4][i] ?? 0.5) * r.between(0.94, 1.06);
    const hx = x + Math.sin(t * 1.1) * reach * 1.02;
    const hy = y - Math.cos(t * 1.05) * reach;
    const tone = lighten(mix(green, "#17475a", i % 2 === 0 ? 0.12 : 0.3), i > 3 ? 0.03 : -0.03);
    stroke(
      canvas,
      `M${n(x + t * 12)} ${n(y)}Q${n(x + t * 26)} ${n((y + hy) / 2 - 20)} ${n(hx)} ${n(hy)}`,
      lighten(tone, 0.03),
      size * 0.016,
    );
    splitLeaf(canvas, {
      x: hx,
      y: hy,
      size: size * r.between(0.33, 0.4),
      angle: t * 1.25 + (t < 0 ? -0.55 : 0.55),
      tone,
    });
  });
}

/** A heart-shaped leaf with three notches on each side, tip pointing down at angle 0. */
function splitLeaf(
  canvas: Canvas,
  { x, y, size, angle, tone }: { x: number; y: number; size: number; angle: number; tone: string },
): void {
  const cos = Math.cos(angle * 0.9 - 0.1);
  const sin = Math.sin(angle * 0.9 - 0.1);
  const place = (px: number, py: number): Point => [
    x + px * cos + py * sin,
    y - px * sin + py * cos,
  ];
  const outline = (side: 1 | -1): Point[] =>
    Array.from({ length: 46 }, (_, k) => {
      const t = k / 45;
      const notch = [0.36, 0.54, 0.71].reduce(
        (cut, at) => cut * (1 - 0.68 * Math.exp(-(((t - at) / 0.019) ** 2))),
        1,
      );
      const half = size * 0.54 * Math.sin(Math.PI * t ** 0.68) ** 0.8 * notch;
      const drop =
        -size * 0.2 + size * 1.12 * t + (1 - notch) * size * -0.05 + (k === 0 ? size * 0.2 : 0);
      return place(side * half, drop);
    });
  const left = outline(-1);
  const right = outline(1);
  canvas.path(polygon([...left, ...[...right].reverse()]), tone);
  canvas.path(polygon([place(0, 0), ...right, place(0, size * 0.9)]), lighten(tone, -0.075));
  const [tx, ty] = place(0, size * 0.86);
  let veins = `M${n(x)} ${n(y)}L${n(tx)} ${n(ty)}`;
  for (const at of [0.1, 0.28, 0.46, 0.62]) {
    for (const side of [-1, 1]) {
      const [ax, ay] = place(0, size * at);
      const [bx, by] = place(side * size * 0.36 * (1 - at * 0.5), size * (at + 0.16));
      veins += `M${n(ax)} ${n(ay)}L${n(bx)} ${n(by)}`;
    }
  }
  stroke(canvas, veins, lighten(tone, 0.1), size * 0.014, 0.6);
}

function fern(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const fronds = 17;
  const order = Array.from({ length: fronds }, (_, i) => (i / (fronds - 1)) * 2 - 1).sort(
    (a, b) => Math.abs(Math.sin(a * 9)) - Math.abs(Math.sin(b * 9)),
  );
  order.forEach((t, i) => {
    const reach = size * r.between(0.82, 1.04);
    const ex = x + t * reach * 1.08;
    const ey = y - reach * (0.86 - t * t * 0.78);
    const cx = x + t * reach * 0.42;
    const cy = y - reach * (1.02 - t * t * 0.2);
    const tone = lighten(
      mix(green, i % 2 ? "#17475a" : "#b8c25a", i % 2 ? 0.26 : 0.16),
      (i / fronds - 0.5) * 0.07,
    );
    let d = "";
    for (let k = 2; k <= 21; k += 1) {
      const u = k / 21.5;
      const px = (1 - u) ** 2 * x + 2 * u * (1 - u) * cx + u * u * ex;
      const py = (1 - u) ** 2 * y + 2 * u * (1 - u) * cy + u * u * ey;
      const dx = 2 * (1 - u) * (cx - x) + 2 * u * (ex - cx);
      const dy = 2 * (1 - u) * (cy - y) + 2 * u * (ey - cy);
      const turn = Math.atan2(dy, dx);
      const long = size * 0.17 * Math.sin(Math.PI * u ** 0.8) ** 0.7 + 2;
      for (const side of [-1, 1]) {
        const a = turn + side * 1.12;
        const at = (share: number, off: number) =>
          `${n(Math.cos(a + off) * long * share)} ${n(Math.sin(a + off) * long * share)}`;
        const back = (share: number, off: number) =>
          `${n(Math.cos(a + off) * long * share - Math.cos(a) * long)} ${n(Math.sin(a + off) * long * share - Math.sin(a) * long)}`;
        d += `M${n(px)} ${n(py)}q${at(0.55, 0.42)} ${at(1, 0)}q${back(0.55, -0.42)} ${back(0, 0)}z`;
      }
    }
    canvas.path(d, tone);
    stroke(
      canvas,
      `M${n(x)} ${n(y)}Q${n(cx)} ${n(cy)} ${n(ex)} ${n(ey)}`,
      lighten(tone, -0.07),
      size * 0.01,
    );
  });
}

function cactus(canvas: Canvas, { x, y, size, green, bloom, random: r }: Plant): void {
  const column = (cx: number, foot: number, tall: number, half: number) => {
    const d = `M${n(cx - half)} ${n(foot)}V${n(foot - tall + half)}A${n(half)} ${n(half * 1.1)} 0 0 1 ${n(cx + half)} ${n(foot - tall + half)}V${n(foot)}z`;
    canvas.path(
      d,
      canvas.linear(
        [
          [0, lighten(green, 0.09)],
          [0.45, green],
          [1, lighten(green, -0.13)],
        ],
        "right",
      ),
    );
    let ribs = "";
    let spines = "";
    for (const t of [-0.62, -0.22, 0.22, 0.62]) {
      const top = foot - tall + half * (0.16 + t * t * 0.7);
      ribs += `M${n(cx + t * half)} ${n(foot)}V${n(top)}`;
      for (let sy = top + 12; sy < foot - 6; sy += size * 0.055) {
        const sx = cx + t * half;
        spines += `M${n(sx - 7)} ${n(sy - r.between(2, 7))}L${n(sx)} ${n(sy)}l7 ${n(-r.between(2, 7))}`;
      }
    }
    stroke(canvas, ribs, lighten(green, -0.12), half * 0.07, 0.75);
    stroke(canvas, spines, "#fbf3da", Math.max(1.8, size * 0.005), 0.85);
  };
  const w = size * 0.15;
  for (const [side, at, tall] of [
    [-1, 0.34, 0.34],
    [1, 0.5, 0.3],
  ] as const) {
    const ax = x + side * w * 2.15;
    const ay = y - size * at;
    stroke(
      canvas,
      `M${n(x)} ${n(ay)}H${n(ax - side * w * 0.4)}Q${n(ax)} ${n(ay)} ${n(ax)} ${n(ay - w * 0.5)}`,
      lighten(green, -0.05),
      w * 1.1,
    );
    column(ax, ay - w * 0.3, size * tall, w * 0.56);
  }
  column(x, y + 6, size, w);
  bud(canvas, x, y - size, size * 0.085, bloom);
  bud(canvas, x + w * 2.15, y - size * 0.8 - w * 0.3, size * 0.055, bloom);
}

function bud(canvas: Canvas, x: number, y: number, size: number, colour: string): void {
  const petals: Leaf[] = [-0.95, -0.5, 0.5, 0.95, 0].map((turn) => ({
    x,
    y: y + size * 0.3,
    angle: UP + turn,
    length: size * 1.5,
    width: size * 0.5,
  }));
  leaves(canvas, petals, colour, false);
}

function paddle(canvas: Canvas, { x, y, size, green, bloom, random: r }: Plant): void {
  const pads: Array<readonly [number, number, number, number]> = [
    [0, 0, 0.46, 0],
    [-0.1, 0.38, 0.38, -0.55],
    [0.12, 0.38, 0.4, 0.5],
    [-0.27, 0.62, 0.3, -0.25],
    [0.03, 0.56, 0.4, 0.04],
    [0.3, 0.64, 0.28, 0.34],
  ];
  for (const [px, py, long, turn] of pads) {
    const cx = x + px * size;
    const cy = y - py * size;
    const rx = long * size * 0.33;
    const ry = long * size * 0.56;
    const mx = cx + Math.sin(turn) * ry;
    const my = cy - Math.cos(turn) * ry * 0.92;
    const spin = `rotate(${n((turn * 180) / Math.PI)} ${n(mx)} ${n(my)})`;
    const tone = lighten(green, r.between(-0.05, 0.05));
    const fill = canvas.linear(
      [
        [0, lighten(tone, 0.09)],
        [0.5, tone],
        [1, lighten(tone, -0.13)],
      ],
      "right",
    );
    canvas.add(
      `<ellipse cx="${n(mx)}" cy="${n(my)}" rx="${n(rx)}" ry="${n(ry)}" transform="${spin}" fill="${fill}"/>`,
    );
    let spines = "";
    for (let k = 0; k < 13; k += 1) {
      const a = k * 2.4;
      const d = Math.sqrt((k + 0.5) / 13) * 0.84;
      const sx = mx + Math.cos(a) * d * rx;
      const sy = my + Math.sin(a) * d * ry;
      spines += `M${n(sx - 5)} ${n(sy - 6)}L${n(sx)} ${n(sy)}l5 -6`;
    }
    stroke(canvas, spines, "#fbf3da", Math.max(1.8, size * 0.005), 0.8);
    if (py > 0.5)
      bud(canvas, mx + Math.sin(turn) * ry, my - Math.cos(turn) * ry, size * 0.065, bloom);
  }
}

function coin(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const total = 25;
  const discs = Array.from({ length: total }, (_, i) => {
    const ring = i < 9 ? 1 : i < 18 ? 0.76 : 0.46;
    const place = i < 9 ? i / 8 : i < 18 ? (i - 9) / 8 : (i - 18) / 6;
    const t = place * 2 - 1 + r.between(-0.06, 0.06);
    return {
      px: x + Math.sin(t * 1.55) * size * 0.66 * ring,
      py: y - size * 0.12 - Math.cos(t * 1.4) * size * 0.76 * ring,
      ring,
    };
  });
  let stems = "";
  for (const { px, py } of discs)
    stems += `M${n(x)} ${n(y)}Q${n(x + (px - x) * 0.25)} ${n((y + py) / 2 - size * 0.06)} ${n(px)} ${n(py)}`;
  stroke(canvas, stems, lighten(mix(green, "#b0905a", 0.3), -0.02), size * 0.011);
  for (const { px, py, ring } of discs) {
    const radius = size * r.between(0.098, 0.128) * (0.86 + 0.2 * (1 - ring));
    const tone = lighten(mix(green, "#1d4a4a", ring === 1 ? 0.3 : 0.06), r.between(-0.03, 0.05));
    const ry = radius * r.between(0.84, 1);
    canvas.add(
      `<ellipse cx="${n(px)}" cy="${n(py)}" rx="${n(radius)}" ry="${n(ry)}" fill="${tone}"/>` +
        `<path d="M${n(px - radius)} ${n(py)}A${n(radius)} ${n(ry)} 0 0 0 ${n(px + radius)} ${n(py)}Q${n(px)} ${n(py + ry * 0.5)} ${n(px - radius)} ${n(py)}z" fill="${lighten(tone, -0.08)}"/>` +
        `<circle cx="${n(px)}" cy="${n(py)}" r="${n(radius * 0.15)}" fill="${lighten(tone, 0.2)}"/>`,
    );
  }
}

function trailing(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const vines = 10;
  for (let i = 0; i < vines; i += 1) {
    const t = (i / (vines - 1)) * 2 - 1;
    const long = size * r.between(0.55, 1) * (i % 2 ? 1 : 0.74);
    const ex = x + Math.sign(t) * (0.16 + Math.abs(t) * 0.24) * size;
    const tone = lighten(mix(green, "#1d4a4a", r.between(0, 0.35)), r.between(-0.03, 0.05));
    let d = `M${n(x + t * size * 0.12)} ${n(y)}`;
    const hearts: Leaf[] = [];
    for (let k = 1; k <= 12; k += 1) {
      const u = k / 12;
      const px =
        x +
        t * size * 0.12 +
        (ex - x - t * size * 0.12) * Math.min(1, u * 2.1) +
        Math.sin(u * 6 + i) * size * 0.028;
      const py = y - Math.sin(Math.min(1, u * 2.6) * Math.PI) * size * 0.13 + u ** 1.5 * long;
      d += `L${n(px)} ${n(py)}`;
      const big = size * 0.105 * (1.15 - u * 0.5);
      hearts.push({
        x: px,
        y: py,
        angle: Math.PI / 2 + (k % 2 ? 0.8 : -0.8),
        length: big * 1.15,
        width: big * 0.62,
      });
    }
    stroke(canvas, d, lighten(tone, -0.06), size * 0.01);
    leaves(canvas, hearts, tone);
  }
}

function rubber(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  stroke(
    canvas,
    `M${n(x)} ${n(y)}C${n(x - size * 0.03)} ${n(y - size * 0.3)} ${n(x + size * 0.04)} ${n(y - size * 0.6)} ${n(x)} ${n(y - size * 0.82)}`,
    mix(green, "#5a3a2e", 0.7),
    size * 0.024,
  );
  const count = 13;
  for (let i = 0; i < count; i += 1) {
    const u = i / (count - 1);
    const side = i % 2 ? 1 : -1;
    const long = size * (0.4 - u * 0.13) * r.between(0.92, 1.05);
    const tone = lighten(mix(green, i % 3 === 0 ? "#5b2a4a" : "#12383a", 0.24), u * 0.06 - 0.01);
    leaves(
      canvas,
      [
        {
          x: x + side * 3,
          y: y - size * (0.16 + u * 0.64),
          angle: UP + side * (1.22 - u * 0.95),
          length: long,
          width: long * 0.33,
          bend: side * long * 0.14,
        },
      ],
      tone,
    );
  }
}

function citrus(canvas: Canvas, { x, y, size, green, bloom, random: r }: Plant): void {
  const crown = size * 0.37;
  const cy = y - size * 0.66;
  stroke(
    canvas,
    `M${n(x)} ${n(y)}Q${n(x + 6)} ${n(y - size * 0.2)} ${n(x - 3)} ${n(cy)}`,
    "#6b4a35",
    size * 0.035,
  );
  canvas.add(
    `<circle cx="${n(x)}" cy="${n(cy)}" r="${n(crown * 0.84)}" fill="${lighten(mix(green, "#1d3a34", 0.5), -0.05)}"/>`,
  );
  for (let layer = 0; layer < 3; layer += 1) {
    const items: Leaf[] = [];
    for (let i = 0; i < 46; i += 1) {
      const a = r.between(0, Math.PI * 2);
      const d = Math.sqrt(r.next()) * crown * (0.96 - layer * 0.2);
      items.push({
        x: x + Math.cos(a) * d - layer * crown * 0.09,
        y: cy + Math.sin(a) * d - layer * crown * 0.12,
        angle: a + r.between(-0.7, 0.7),
        length: size * 0.085,
        width: size * 0.026,
      });
    }
    leaves(canvas, items, lighten(green, layer * 0.05 - 0.03), false);
  }
  for (let i = 0; i < 9; i += 1) {
    const a = i * 2.399 + 0.4;
    const d = Math.sqrt((i + 0.6) / 9) * crown * 0.86;
    const fx = x + Math.cos(a) * d;
    const fy = cy + Math.sin(a) * d;
    const radius = size * 0.042;
    canvas.add(
      `<circle cx="${n(fx)}" cy="${n(fy)}" r="${n(radius)}" fill="${lighten(bloom, -0.06)}"/><circle cx="${n(fx - radius * 0.15)}" cy="${n(fy - radius * 0.15)}" r="${n(radius * 0.8)}" fill="${bloom}"/><circle cx="${n(fx - radius * 0.35)}" cy="${n(fy - radius * 0.35)}" r="${n(radius * 0.28)}" fill="${lighten(bloom, 0.14)}"/>`,
    );
  }
}

function tulips(canvas: Canvas, { x, y, size, green, bloom, random: r }: Plant): void {
  const stems = 7;
  const blades: Leaf[] = [];
  for (let i = 0; i < 9; i += 1) {
    const t = (i / 8) * 2 - 1;
    blades.push({
      x: x + t * size * 0.1,
      y,
      angle: UP + t * 0.75,
      length: size * r.between(0.5, 0.72),
      width: size * 0.05,
      bend: t * size * 0.1,
    });
  }
  for (let i = 0; i < stems; i += 1) {
    const t = (i / (stems - 1)) * 2 - 1;
    const hx = x + t * size * 0.36;
    const hy = y - size * (0.86 - Math.abs(t) * 0.16) * r.between(0.9, 1.04);
    stroke(
      canvas,
      `M${n(x + t * size * 0.1)} ${n(y)}Q${n(x + t * size * 0.18)} ${n((y + hy) / 2)} ${n(hx)} ${n(hy)}`,
      lighten(green, 0.04),
      size * 0.016,
    );
    const tone = i % 3 === 1 ? lighten(turnHue(bloom, 14), 0.06) : bloom;
    const w = size * 0.075;
    const h = size * 0.17;
    const lean = `rotate(${n(t * 20)} ${n(hx)} ${n(hy)})`;
    canvas.add(
      `<g transform="${lean}"><path d="M${n(hx - w)} ${n(hy - h)}Q${n(hx - w * 1.35)} ${n(hy)} ${n(hx)} ${n(hy)}Q${n(hx + w * 1.35)} ${n(hy)} ${n(hx + w)} ${n(hy - h)}L${n(hx + w * 0.45)} ${n(hy - h * 0.72)}L${n(hx)} ${n(hy - h * 1.08)}L${n(hx - w * 0.45)} ${n(hy - h * 0.72)}z" fill="${lighten(tone, -0.07)}"/>` +
        `<path d="M${n(hx)} ${n(hy - h * 1.04)}Q${n(hx - w * 0.95)} ${n(hy - h * 0.5)} ${n(hx)} ${n(hy)}Q${n(hx + w * 0.95)} ${n(hy - h * 0.5)} ${n(hx)} ${n(hy - h * 1.04)}z" fill="${lighten(tone, 0.05)}"/></g>`,
    );
  }
  leaves(canvas, blades, lighten(green, -0.01));
}

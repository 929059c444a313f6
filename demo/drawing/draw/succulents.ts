import type { Canvas } from "./canvas";
import { lighten } from "./colour";
import { type Plant, UP } from "./foliage";
import { type Leaf, leaves, stroke } from "./leaves";
import { n } from "./path";

export function cactus(canvas: Canvas, { x, y, size, green, bloom, random: r }: Plant): void {
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

export function paddle(canvas: Canvas, { x, y, size, green, bloom, random: r }: Plant): void {
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

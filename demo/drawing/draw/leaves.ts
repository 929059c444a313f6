import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { n } from "./path";

export type Leaf = {
  x: number;
  y: number;
  /** Direction of the tip in radians; 0 points right, -PI/2 up. */
  angle: number;
  length: number;
  /** Half width. */
  width: number;
  /** Sideways shift of the tip and belly. */
  bend?: number;
};

/** The outline of a leaf, its shaded half and its midrib. */
export function leafShape({ x, y, angle, length, width, bend = 0 }: Leaf): {
  whole: string;
  half: string;
  rib: string;
  tip: readonly [number, number];
} {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const at = (along: number, across: number) =>
    `${n(x + along * length * cos - across * sin)} ${n(y + along * length * sin + across * cos)}`;
  const tip = at(1, bend);
  const rib = `M${n(x)} ${n(y)}Q${at(0.55, bend * 0.25)} ${tip}`;
  const side = (s: number) =>
    `C${at(0.18, s * width)} ${at(0.7, s * width * 1.05 + bend * 0.5)} ${tip}`;
  const back = (s: number) =>
    `C${at(0.7, s * width * 1.05 + bend * 0.5)} ${at(0.18, s * width)} ${n(x)} ${n(y)}z`;
  return {
    whole: `M${n(x)} ${n(y)}${side(-1)}${back(1)}`,
    half: `${rib}${back(1)}`,
    rib,
    tip: [x + length * cos - bend * sin, y + length * sin + bend * cos],
  };
}

/** Leaves in one colour: bodies, shaded halves and ribs as three paths. */
export function leaves(
  canvas: Canvas,
  items: readonly Leaf[],
  colour: string,
  hasRib = true,
): void {
  let whole = "";
  let half = "";
  let rib = "";
  for (const item of items) {
    const shape = leafShape(item);
    whole += shape.whole;
    half += shape.half;
    rib += shape.rib;
  }
  canvas.path(whole, colour);
  canvas.path(half, mix(lighten(colour, -0.1), "#14203a", 0.12), { "fill-opacity": 0.62 });
  if (hasRib) stroke(canvas, rib, lighten(colour, 0.1), 2, 0.7);
}

/** A stroked path with round ends; `alpha` below 1 lets the ground show through. */
export function stroke(canvas: Canvas, d: string, colour: string, width: number, alpha = 1): void {
  canvas.stroke(d, colour, width, alpha < 1 ? { "stroke-opacity": alpha } : {});
}

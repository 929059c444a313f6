import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { n, type Point, polygon, smoothClosed } from "./path";

/** What birds sit on: a line between two points that hangs through by `sag`. */
export type Wire = { from: Point; to: Point; sag: number };

/** The point a share `u` along the wire. */
export function onWire({ from, to, sag }: Wire, u: number): Point {
  return [from[0] + (to[0] - from[0]) * u, from[1] + (to[1] - from[1]) * u + 4 * sag * u * (1 - u)];
}

/** A wooden pole with a cross-arm and insulators; wires meet it at `top`. */
export function pole(
  canvas: Canvas,
  colour: string,
  x: number,
  top: number,
  bottom: number,
  s: number,
): void {
  const w = s * 0.055;
  canvas.path(
    polygon([
      [x - w * 0.75, top - s * 0.34],
      [x + w * 0.75, top - s * 0.34],
      [x + w * 1.1, bottom],
      [x - w * 1.1, bottom],
    ]),
    colour,
  );
  for (const [dy, half] of [
    [-0.2, 0.62],
    [0.12, 0.46],
  ] as const) {
    canvas.rect(x - half * s, top + dy * s, half * 2 * s, w * 1.1, colour);
    for (const u of [-0.9, -0.45, 0.45, 0.9])
      canvas.path(
        smoothClosed([
          [x + u * half * s - w * 0.5, top + dy * s],
          [x + u * half * s - w * 0.42, top + dy * s - w * 1.3],
          [x + u * half * s + w * 0.42, top + dy * s - w * 1.3],
          [x + u * half * s + w * 0.5, top + dy * s],
        ]),
        colour,
      );
  }
  canvas.stroke(
    `M${n(x)} ${n(top + s * 0.34)}L${n(x - s * 0.42)} ${n(top - s * 0.16)}M${n(x)} ${n(top + s * 0.34)}L${n(x + s * 0.42)} ${n(top - s * 0.16)}`,
    colour,
    w * 0.5,
  );
}

/** A bare branch grows in from one side; birds can sit on it as on a wire. */
export function branch(
  canvas: Canvas,
  colour: string,
  wire: Wire,
  blossom: string | undefined,
): void {
  const r = canvas.random("branch");
  const { short } = canvas;
  const top: Point[] = [];
  const under: Point[] = [];
  for (let i = 0; i <= 14; i++) {
    const u = i / 14;
    const [x, y] = onWire(wire, u);
    const thick = short * (0.032 * (1 - u) + 0.006);
    top.push([x, y + 1]);
    under.push([x, y + thick + r.between(0, 3)]);
  }
  let twigs = "";
  const tips: Point[] = [];
  for (let i = 0; i < 12; i++) {
    const u = 0.1 + 0.85 * (i / 11);
    const [x, y] = onWire(wire, u);
    const side = i % 3 === 0 ? -1 : 1;
    const run = wire.to[0] > wire.from[0] ? 1 : -1;
    const long = short * r.between(0.08, 0.2) * (1.1 - u * 0.4);
    const tip: Point = [x + run * long * 0.75, y + side * long * 0.7 + short * 0.01];
    twigs += `M${n(x)} ${n(y + short * 0.01)}Q${n(x + run * long * 0.5)} ${n(y + side * long * 0.2 + short * 0.01)} ${n(tip[0])} ${n(tip[1])}`;
    tips.push(tip, [x + run * long * 0.48, y + side * long * 0.26 + short * 0.012]);
  }
  canvas.stroke(twigs, colour, short * 0.008);
  canvas.path(smoothClosed([...top, ...under.reverse()]), colour);
  if (!blossom) return;
  for (let i = 0; i < 30; i++)
    tips.push(
      onWire(wire, r.next()).map(
        (v, k) => v + (k ? r.between(0.004, 0.03) * short : 0),
      ) as unknown as Point,
    );
  let petals = "";
  let hearts = "";
  for (const [x, y] of tips) {
    for (let k = 0; k < r.integer(1, 3); k++) {
      const [cx, cy] = [x + r.between(-0.028, 0.028) * short, y + r.between(-0.026, 0.03) * short];
      const s = short * r.between(0.011, 0.018);
      const turn = r.next() * 6;
      for (let i = 0; i < 5; i++) {
        const a = turn + (i / 5) * Math.PI * 2;
        petals += `M${n(cx + Math.cos(a) * s * 0.95 - s * 0.62)} ${n(cy + Math.sin(a) * s * 0.95)}a${n(s * 0.62)} ${n(s * 0.62)} 0 1 1 ${n(s * 1.24)} 0a${n(s * 0.62)} ${n(s * 0.62)} 0 1 1 ${n(-s * 1.24)} 0z`;
      }
      hearts += `M${n(cx - s * 0.34)} ${n(cy)}a${n(s * 0.34)} ${n(s * 0.34)} 0 1 1 ${n(s * 0.68)} 0a${n(s * 0.34)} ${n(s * 0.34)} 0 1 1 ${n(-s * 0.68)} 0z`;
    }
  }
  canvas.path(petals, blossom, { "fill-opacity": 0.92 });
  canvas.path(hearts, mix(blossom, "#b03a5a", 0.6));
}

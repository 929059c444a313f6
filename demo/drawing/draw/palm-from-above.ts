import type { Canvas } from "./canvas";
import { ellipsePath, n, type Point, smoothClosed } from "./path";

/** A palm from above: a star of fronds with its shadow. */
export function palmTop(
  canvas: Canvas,
  part: string,
  x: number,
  y: number,
  s: number,
  shade: string,
): void {
  const r = canvas.random(part);
  let d = "";
  let leaves = "";
  for (let i = 0; i < 11; i++) {
    const a = (i / 11) * Math.PI * 2 + r.between(-0.16, 0.16);
    const long = s * r.between(0.82, 1.08);
    const bend = r.between(-0.22, 0.22);
    const at = (turn: number, far: number): Point => [
      x + Math.cos(a + turn) * long * far,
      y + Math.sin(a + turn) * long * far,
    ];
    leaves += smoothClosed([
      [x, y],
      at(bend * 0.5 - 0.2, 0.55),
      at(bend, 1),
      at(bend * 0.5 + 0.2, 0.55),
    ]);
    for (let k = 1; k <= 11; k++) {
      const u = k / 11;
      const b = a + bend * u;
      const [px, py] = [x + Math.cos(b) * long * u, y + Math.sin(b) * long * u];
      const w = long * 0.2 * Math.sin(Math.PI * (0.12 + u * 0.84));
      for (const side of [-1, 1]) {
        const c = b + side * 0.85;
        const [ex, ey] = [px + Math.cos(c) * w, py + Math.sin(c) * w];
        const [bx, by] = [px - Math.cos(b) * long * 0.075, py - Math.sin(b) * long * 0.075];
        d +=
          side > 0
            ? `M${n(bx)} ${n(by)}L${n(px)} ${n(py)}L${n(ex)} ${n(ey)}z`
            : `M${n(bx)} ${n(by)}L${n(ex)} ${n(ey)}L${n(px)} ${n(py)}z`;
      }
    }
  }
  canvas.softShadow(leaves, s * 0.3, s * 0.3, 0.4, shade);
  canvas.path(
    d,
    canvas.radial([
      [0, "#8fb85a"],
      [0.5, "#4f8f52"],
      [1, "#256b52"],
    ]),
  );
  canvas.path(ellipsePath(x, y, s * 0.07, s * 0.07), "#6b4a2e");
}

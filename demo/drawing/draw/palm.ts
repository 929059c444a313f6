import type { Canvas } from "./canvas";
import { n, type Point } from "./path";
import type { Random } from "./random";

/** A palm as a silhouette: a bent trunk from its foot to its head, and feathered fronds. */
export function drawPalm(
  canvas: Canvas,
  r: Random,
  palm: { foot: Point; head: Point; size: number; colour: string; leaf: string },
): void {
  const { foot, head, size, colour, leaf } = palm;
  const bend = (head[0] - foot[0]) * 0.12;
  const side = size * 0.032;
  canvas.path(
    `M${n(foot[0] - side * 1.5)} ${n(foot[1])}Q${n(foot[0] + bend - side)} ${n((foot[1] + head[1]) / 2)} ${n(head[0] - side * 0.55)} ${n(head[1])}L${n(head[0] + side * 0.55)} ${n(head[1])}Q${n(foot[0] + bend + side * 1.6)} ${n((foot[1] + head[1]) / 2)} ${n(foot[0] + side * 1.5)} ${n(foot[1])}z`,
    colour,
  );
  const fronds = 10;
  let d = "";
  for (let i = 0; i < fronds; i++) {
    const angle = -Math.PI * (-0.14 + (i / (fronds - 1)) * 1.28) + r.between(-0.1, 0.1);
    const long = size * r.between(0.42, 0.56);
    const at = (u: number): Point => [
      head[0] + Math.cos(angle) * long * u,
      head[1] + Math.sin(angle) * long * u * 0.8 + long * 0.5 * u * u,
    ];
    for (let k = 0; k < 15; k++) {
      const u = (k + 0.5) / 15;
      const [x, y] = at(u);
      const [x2, y2] = at(Math.min(1, u + 0.11));
      const [dx, dy] = [x2 - x, y2 - y];
      const length = Math.hypot(dx, dy) || 1;
      const reach = long * 0.2 * Math.sin(Math.PI * (0.18 + u * 0.8)) * r.between(0.85, 1.1);
      for (const turn of [-1, 1]) {
        const px = x2 + (-dy / length) * turn * reach * 0.75;
        const py = y2 + (dx / length) * turn * reach * 0.75 + reach * 0.32;
        // The same winding on both sides, or the leaflets would cut holes where they overlap.
        d +=
          turn > 0
            ? `M${n(x)} ${n(y)}L${n(x2)} ${n(y2)}L${n(px)} ${n(py)}z`
            : `M${n(x)} ${n(y)}L${n(px)} ${n(py)}L${n(x2)} ${n(y2)}z`;
      }
    }
  }
  canvas.path(d, leaf);
  canvas.path(
    [-0.02, 0.03, 0.005]
      .map((u, i) => {
        const radius = size * 0.024;
        return `M${n(head[0] + u * size - radius)} ${n(head[1] + size * (0.02 + 0.012 * i))}a${n(radius)} ${n(radius)} 0 1 1 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 1 ${n(-radius * 2)} 0z`;
      })
      .join(""),
    colour,
  );
}

import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { n, type Point, smoothClosed } from "./path";
import type { Sea } from "./sea-light";

/** Rocks, weed and corals along the bottom, far ones paler. */
export function seabed(canvas: Canvas, sea: Sea, kind: string): void {
  const { width, height, short } = canvas;
  for (let i = 0; i < 3; i++) {
    const r = canvas.random(`bed${i}`);
    const y = height * (0.87 + 0.05 * i);
    const colour = mix(mix(sea.middle, sea.deep, 0.55), sea.near, 0.25 + 0.36 * i);
    const points: Point[] = [[-60, height + 60]];
    for (let x = -60; x <= width + 60; x += short * 0.09)
      points.push([
        x,
        y + Math.sin(x / (170 + 50 * i) + i * 2) * short * 0.035 + r.between(-1, 1) * short * 0.012,
      ]);
    points.push([width + 60, height + 60]);
    if (kind === "kelp" || i > 0) {
      let weeds = "";
      for (let k = 0; k < (kind === "kelp" ? 12 : 9); k++) {
        const x = r.next() * width;
        if (Math.abs(x - width / 2) < width * 0.16 && i === 2) continue;
        const tall = short * (kind === "kelp" ? r.between(0.45, 0.95) : r.between(0.08, 0.24));
        const sway = short * 0.035;
        const half = short * (kind === "kelp" ? 0.009 : 0.007);
        const left: Point[] = [];
        const right: Point[] = [];
        for (let s = 0; s <= 8; s++) {
          const u = s / 8;
          const cx = x + Math.sin(u * 5 + k) * sway * u;
          left.push([cx - half * (1 - u * 0.9), y + 20 - tall * u]);
          right.push([cx + half * (1 - u * 0.9), y + 20 - tall * u]);
          if (kind === "kelp" && s > 0) {
            for (const side of [-1, 1] as const) {
              const long = short * 0.085 * (1 - u * 0.45);
              weeds += `M${n(cx)} ${n(y + 20 - tall * u)}q${n(side * long * 0.5)} ${n(-long * 0.5)} ${n(side * long)} ${n(-long * 0.2)}q${n(side * -long * 0.4)} ${n(long * 0.3)} ${n(side * -long)} ${n(long * 0.2)}z`;
            }
          }
        }
        weeds += smoothClosed([...left, ...right.reverse()]);
      }
      canvas.path(weeds, mix(colour, sea.accent, kind === "reef" && i === 1 ? 0.22 : 0.05));
    }
    if (kind === "reef" && i > 0) corals(canvas, sea, y, i);
    canvas.path(
      smoothClosed(points),
      canvas.linear([
        [0, lighten(colour, 0.05)],
        [1, mix(colour, sea.near, 0.7)],
      ]),
    );
  }
}

/** Fan and finger corals in three warm colours. */
function corals(canvas: Canvas, sea: Sea, y: number, row: number): void {
  const r = canvas.random(`coral${row}`);
  const { width, short } = canvas;
  const colours = [sea.accent, "#e85d75", "#f2c14e", "#b56fd0"];
  for (let k = 0; k < 7; k++) {
    const x = width * ((k + r.next()) / 7);
    const size = short * r.between(0.07, 0.13) * (0.7 + 0.35 * row);
    const colour = mix(r.pick(colours), sea.deep, 0.42 - 0.16 * row);
    let d = "";
    const branch = (bx: number, by: number, angle: number, long: number, depth: number) => {
      const ex = bx + Math.cos(angle) * long;
      const ey = by + Math.sin(angle) * long;
      d += `M${n(bx)} ${n(by)}L${n(ex)} ${n(ey)}`;
      if (depth === 0) return;
      for (const turn of [-0.5, 0.05, 0.55])
        branch(
          ex,
          ey,
          angle + turn + r.between(-0.14, 0.14),
          long * r.between(0.55, 0.75),
          depth - 1,
        );
    };
    branch(x, y + short * 0.03, -Math.PI / 2 + r.between(-0.2, 0.2), size * 0.46, 2);
    canvas.stroke(d, colour, size * 0.13);
  }
}

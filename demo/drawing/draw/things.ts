import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { n, type Point, polygon } from "./path";
import { circle, line } from "./print";

export type PlanePaper = "plain" | "squared" | "airmail";

/** A folded dart that flies to the upper right, about 190 wide. */
export function paperPlane(canvas: Canvas, colour: string, paper: PlanePaper): void {
  const nose: Point = [97, -72];
  const far: readonly Point[] = [nose, [-97, -4], [-44, 24]];
  const keel: readonly Point[] = [nose, [-44, 24], [-30, 86]];
  const inside: readonly Point[] = [nose, [-30, 86], [-6, 44]];
  const near: readonly Point[] = [nose, [-16, 40], [66, 72]];
  facet(canvas, inside, lighten(colour, -0.2), lighten(colour, -0.26));
  facet(canvas, keel, lighten(colour, -0.11), lighten(colour, -0.2));
  facet(canvas, far, lighten(colour, 0.035), lighten(colour, -0.02));
  facet(canvas, near, lighten(colour, 0.0), lighten(colour, -0.075));
  if (paper === "squared") {
    for (const wing of [far, near]) {
      let d = "";
      for (let i = -14; i < 14; i += 1) {
        if (wing === far) d += `M${-100 + i * 3} ${i * 9 - 10}l220-76M${i * 12 + 20}-90l-60 150`;
        else d += `M${i * 10 - 20} 80l120-160M-60 ${i * 9 + 10}l180 50`;
      }
      canvas.group({ "clip-path": canvas.clip(polygon(wing)) }, () =>
        canvas.add(line(d, "#4f74b0", 0.9, 0.45)),
      );
    }
  }
  if (paper === "airmail") {
    stripes(canvas, [-97, -4], nose, [0, 9], far);
    stripes(canvas, [66, 72], nose, [-9, -3], near);
  }
  const crease = lighten(colour, 0.08);
  canvas.add(
    line(`M${nose.join(" ")}L-97-4M${nose.join(" ")}L66 72M-16 40L66 72`, crease, 1.2, 0.8),
  );
  canvas.add(
    line(`M${nose.join(" ")}L-44 24M${nose.join(" ")}L-16 40`, lighten(colour, -0.24), 1, 0.5),
  );
}

function facet(canvas: Canvas, points: readonly Point[], from: string, to: string): void {
  canvas.path(
    polygon(points),
    canvas.linear(
      [
        [0, from],
        [1, to],
      ],
      { x1: 1, y1: 0, x2: 0, y2: 1 },
    ),
  );
}

/** Red and blue bars along the edge of a wing. */
function stripes(
  canvas: Canvas,
  from: Point,
  to: Point,
  inward: Point,
  wing: readonly Point[],
): void {
  let [red, blue] = ["", ""];
  const count = 30;
  for (let i = 0; i < count; i += 1) {
    const at = (k: number): Point => [
      from[0] + ((to[0] - from[0]) * k) / count,
      from[1] + ((to[1] - from[1]) * k) / count,
    ];
    const [a, b] = [at(i), at(i + 0.55)];
    const slant: Point = [inward[0] - 5, inward[1]];
    const bar = polygon([
      a,
      b,
      [b[0] + slant[0], b[1] + slant[1]],
      [a[0] + slant[0], a[1] + slant[1]],
    ]);
    if (i % 2) red += bar;
    else blue += bar;
  }
  canvas.group({ "clip-path": canvas.clip(polygon(wing)) }, () => {
    canvas.path(red, "#c8402f");
    canvas.path(blue, "#2f5f9a");
  });
}

/** An old key lying flat: the ring at the left, about 380 wide and 150 high. */
export function key(canvas: Canvas, metal: string): void {
  const fill = canvas.linear([
    [0, lighten(metal, 0.14)],
    [0.3, lighten(metal, 0.04)],
    [0.62, metal],
    [1, lighten(metal, -0.2)],
  ]);
  const dark = lighten(metal, -0.24);
  const bright = lighten(metal, 0.2);
  const hole = (x: number, y: number, r: number) =>
    `M${n(x - r)} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0z`;
  const lobe = (x: number, y: number) => circle(x, y, 37) + hole(x, y, 18);
  const bit = "M118 2H174V62H158V46H149V62H138V40H129V62H118Z";
  canvas.path(bit, fill);
  canvas.add(line("M118 62V8M138 60V42M158 60V48", bright, 1.6, 0.7));
  canvas.path("M-100-10H186Q194-8 194 0Q194 8 186 10H-100Z", fill);
  canvas.add(line("M-80-5H184", bright, 2.4, 0.8));
  for (const [x, y] of [
    [-142, 0],
    [-102, -39],
    [-102, 39],
  ] as const)
    canvas.path(lobe(x, y), fill, { "fill-rule": "evenodd", stroke: dark, "stroke-width": 1.4 });
  canvas.path(circle(-104, 0, 21), fill, { stroke: dark, "stroke-width": 1.2 });
  canvas.path(circle(-104, 0, 9), mix(metal, "#8f1f26", 0.75));
  canvas.path(circle(-107, -3, 3), "#ffe0d0");
  for (const [x, h] of [
    [-68, 19],
    [-56, 15],
    [104, 16],
    [182, 14],
  ] as const)
    canvas.add(
      `<rect x="${x}" y="${-h}" width="9" height="${h * 2}" rx="4" fill="${fill}" stroke="${dark}" stroke-width="1"/>`,
    );
  for (const [x, y] of [
    [-142, 0],
    [-102, -39],
    [-102, 39],
  ] as const)
    canvas.add(line(`M${x - 24} ${y - 15}A28 28 0 0 1 ${x + 8} ${y - 27}`, bright, 3, 0.8));
}

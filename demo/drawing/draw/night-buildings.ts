import type { Canvas } from "./canvas";
import { n } from "./path";
import { place } from "./print";

function windows(
  canvas: Canvas,
  spots: readonly (readonly [x: number, y: number, w: number, h: number])[],
  light: string,
): void {
  for (const [x, y, w, h] of spots) {
    canvas.glow(x + w / 2, y - h / 2, h * 1.6, light, 0.45);
    canvas.path(
      `M${n(x)} ${n(y)}V${n(y - h * 0.6)}A${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(x + w)} ${n(y - h * 0.6)}V${n(y)}z`,
      light,
    );
  }
}

/** A church with a spire; its foot at `x`, `y`, `h` units to the tip of the roof. */
export function church(
  canvas: Canvas,
  x: number,
  y: number,
  h: number,
  wall: string,
  light: string,
): void {
  const u = h / 100;
  const p = (points: string) =>
    points.replace(
      /(-?[\d.]+),(-?[\d.]+)/g,
      (_, px: string, py: string) => `${n(x + Number(px) * u)} ${n(y + Number(py) * u)}`,
    );
  canvas.path(
    p("M-12,22L-12,-52L-14,-52L-14,-56L-11,-56L0,-96L11,-56L14,-56L14,-52L12,-52L12,22z"),
    wall,
  );
  canvas.path(p("M10,22L10,-30L14,-34L48,-34L56,-20L56,22z"), wall);
  canvas.path(
    p(
      "M-0.7,-94L-0.7,-99L-2.6,-99L-2.6,-101L-0.7,-101L-0.7,-104L0.7,-104L0.7,-101L2.6,-101L2.6,-99L0.7,-99L0.7,-94z",
    ),
    wall,
  );
  windows(
    canvas,
    [
      [x - 3 * u, y - 36 * u, 6 * u, 12 * u],
      [x + 21 * u, y - 6 * u, 4.6 * u, 10 * u],
      [x + 33 * u, y - 6 * u, 4.6 * u, 10 * u],
      [x + 45 * u, y - 6 * u, 4.6 * u, 10 * u],
    ],
    light,
  );
  for (const [gx, lean] of [
    [-40, -4],
    [-30, 3],
    [-21, -2],
    [66, 5],
  ] as const) {
    canvas.add(
      `<path d="M-3 2V-8A3 3 0 0 1 3-8V2z" fill="${wall}" transform="${place(x + gx * u, y + 3 * u, lean, u)}"/>`,
    );
  }
}

/** A castle with three pointed towers; its foot at `x`, `y`. */
export function castle(
  canvas: Canvas,
  x: number,
  y: number,
  h: number,
  wall: string,
  light: string,
): void {
  const u = h / 100;
  let d = "";
  const tower = (cx: number, w: number, top: number, roof: number) => {
    const [l, rr] = [x + (cx - w / 2) * u, x + (cx + w / 2) * u];
    d += `M${n(l)} ${n(y + 8 * u)}V${n(y - top * u)}H${n(rr)}V${n(y + 8 * u)}z`;
    if (roof > 0)
      d += `M${n(l - 2 * u)} ${n(y - top * u)}L${n(x + cx * u)} ${n(y - (top + roof) * u)}L${n(rr + 2 * u)} ${n(y - top * u)}z`;
    else
      for (let i = 0; i < 4; i += 1)
        d += `M${n(l + (i * (rr - l)) / 3.5)} ${n(y - top * u)}v${n(-3.4 * u)}h${n((rr - l) / 7)}v${n(3.4 * u)}z`;
  };
  tower(-34, 15, 36, 26);
  tower(-14, 24, 30, 0);
  tower(4, 17, 58, 30);
  tower(20, 22, 34, 0);
  tower(38, 13, 44, 22);
  tower(0, 84, 18, 0);
  canvas.path(d, wall);
  windows(
    canvas,
    [
      [x + 1.5 * u, y - 44 * u, 5 * u, 10 * u],
      [x - 36 * u, y - 24 * u, 4 * u, 8 * u],
      [x + 36 * u, y - 30 * u, 4 * u, 8 * u],
      [x - 17 * u, y - 20 * u, 4 * u, 8 * u],
      [x + 18 * u, y - 22 * u, 4 * u, 8 * u],
    ],
    light,
  );
}

import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { blob, n, polygon } from "./path";
import { circle, polar } from "./print";
import type { Random } from "./random";

/** A bat seen from below, about 200 wide around 0, 0; `flap` bends its wings up (1) or down (-1). */
export function bat(x: number, y: number, width: number, flap: number, lean: number): string {
  const k = width / 200;
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
  const at = (px: number, py: number) => {
    const bent = py - (Math.abs(px) / 100) ** 1.4 * flap * 52;
    return `${n(x + (px * cos - bent * sin) * k)} ${n(y + (px * sin + bent * cos) * k)}`;
  };
  const side = (s: 1 | -1) =>
    `L${at(3 * s, -17)}L${at(8 * s, -29)}L${at(11 * s, -15)}Q${at(14 * s, -8)} ${at(20 * s, -10)}C${at(34 * s, -30)} ${at(54 * s, -36)} ${at(70 * s, -28)}L${at(74 * s, -38)}L${at(79 * s, -25)}C${at(90 * s, -16)} ${at(98 * s, -4)} ${at(100 * s, 12)}C${at(92 * s, 2)} ${at(82 * s, 4)} ${at(74 * s, 14)}C${at(66 * s, 2)} ${at(54 * s, 6)} ${at(46 * s, 19)}C${at(38 * s, 6)} ${at(26 * s, 10)} ${at(19 * s, 24)}C${at(14 * s, 18)} ${at(9 * s, 22)} ${at(6 * s, 32)}L${at(0, 40)}z`;
  return `M${at(0, -15)}${side(1)}M${at(0, -15)}${side(-1)}`;
}

/** A leafless tree as one path; its foot at `x`, `y`. */
export function bareTree(r: Random, x: number, y: number, height: number, lean = 0): string {
  let d = "";
  const grow = (
    px: number,
    py: number,
    angle: number,
    length: number,
    width: number,
    depth: number,
  ) => {
    const bend = angle + r.between(-0.16, 0.16);
    const [mx, my] = polar(px, py, length * 0.55, angle);
    const [ex, ey] = polar(mx, my, length * 0.45, bend);
    const side = (qx: number, qy: number, w: number, s: number, a: number) =>
      polar(qx, qy, (w / 2) * s, a + Math.PI / 2);
    const end = width * 0.62;
    const middle = width * 0.8;
    d += polygon([
      side(px, py, width, 1, angle),
      side(mx, my, middle, 1, angle),
      side(ex, ey, end, 1, bend),
      side(ex, ey, end, -1, bend),
      side(mx, my, middle, -1, angle),
      side(px, py, width, -1, angle),
    ]);
    if (depth === 0 || width < 1.2) return;
    const forks = depth > 4 ? 2 : r.integer(2, 3);
    for (let i = 0; i < forks; i += 1) {
      const spread = (i - (forks - 1) / 2) * r.between(0.55, 0.95) + r.between(-0.16, 0.16);
      const lift = Math.cos(bend + spread) * -0.08;
      grow(
        ex,
        ey,
        bend + spread + lift,
        length * r.between(0.66, 0.86),
        end * (forks > 2 ? 0.74 : 0.84),
        depth - 1,
      );
    }
    if (depth > 2 && r.chance(0.6))
      grow(
        mx,
        my,
        angle + r.pick([-1, 1]) * r.between(0.6, 1),
        length * 0.5,
        width * 0.34,
        depth - 2,
      );
  };
  const root = height * 0.05;
  // Turned like the polygons of the branches: the other way round the overlap would be a hole.
  d += `M${n(x + root * 2.4)} ${n(y + root * 0.6)}Q${n(x + root * 0.8)} ${n(y)} ${n(x + root * 0.7)} ${n(y - root * 2.4)}H${n(x - root * 0.7)}Q${n(x - root * 0.8)} ${n(y)} ${n(x - root * 2.2)} ${n(y + root * 0.6)}z`;
  grow(x, y, -Math.PI / 2 + lean, height * 0.27, root * 1.5, 7);
  return d;
}

/** A full moon with seas and a few craters. */
export function fullMoon(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  colour: string,
  sky: string,
): void {
  const r = canvas.random("moon");
  canvas.glow(x, y, radius * 2.1, colour, 0.55);
  const d = circle(x, y, radius);
  canvas.path(
    d,
    canvas.radial(
      [
        [0, lighten(colour, 0.02)],
        [0.75, colour],
        [1, mix(colour, sky, 0.24)],
      ],
      { cx: x - radius * 0.25, cy: y - radius * 0.25, r: radius * 1.3, userSpace: true },
    ),
  );
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    const sea = mix(colour, sky, 0.22);
    for (const [dx, dy, rx, ry] of [
      [-0.35, -0.35, 0.3, 0.24],
      [0.05, -0.5, 0.22, 0.16],
      [-0.5, 0.12, 0.26, 0.34],
      [0.25, 0.0, 0.22, 0.18],
      [0.5, -0.2, 0.16, 0.2],
      [-0.05, 0.4, 0.2, 0.14],
      [0.38, 0.52, 0.24, 0.14],
    ] as const) {
      canvas.path(
        blob(r, x + dx * radius, y + dy * radius, rx * radius, ry * radius, 0.16, 11),
        sea,
        { "fill-opacity": 0.4 },
      );
    }
    let rims = "";
    for (let i = 0; i < 12; i += 1) {
      const [px, py] = polar(x, y, radius * Math.sqrt(r.next()) * 0.9, r.between(0, 6.28));
      rims += circle(px, py, radius * r.between(0.018, 0.05));
    }
    canvas.path(rims, mix(colour, sky, 0.3), { "fill-opacity": 0.35 });
  });
}

/** A carved pumpkin with a light inside, around 0, 0, about 200 wide. */
export function lantern(canvas: Canvas, skin: string): void {
  canvas.path("M-8-64Q-14-92 8-100L18-92Q6-86 10-64z", "#5b6b35");
  for (const [x, rx] of [
    [-58, 42],
    [58, 42],
    [-30, 46],
    [30, 46],
    [0, 46],
  ] as const) {
    const tone = lighten(skin, x === 0 ? 0.03 : Math.abs(x) > 40 ? -0.08 : -0.02);
    canvas.path(
      `M${x - rx} 6A${rx} 74 0 1 1 ${x + rx} 6A${rx} 74 0 1 1 ${x - rx} 6z`,
      canvas.linear([
        [0, lighten(tone, 0.05)],
        [1, lighten(tone, -0.13)],
      ]),
    );
  }
  const face =
    "M-58-14L-34-44L-18-10Q-38-2-58-14zM58-14L34-44L18-10Q38-2 58-14zM-8 10L0-8L8 10zM-66 22Q-34 36 0 36Q34 36 66 22Q54 62 30 64L24 52L12 68Q0 70-12 68L-24 52L-30 64Q-54 62-66 22z";
  canvas.path(
    face,
    canvas.radial(
      [
        [0, "#fff1b0"],
        [0.6, "#ffc94f"],
        [1, "#f08a2a"],
      ],
      { cx: 0, cy: 20, r: 80, userSpace: true },
    ),
  );
}

import type { Canvas } from "./canvas";
import { lighten } from "./colour";
import { n, type Point } from "./path";
import { circle, line, place, polar } from "./print";
import type { Random } from "./random";

export type Web = {
  x: number;
  y: number;
  radius: number;
  spokes: readonly { angle: number; reach: number }[];
};

/** The plan of an orb web; the reach of its spokes varies, and they are longer downwards. */
export function webPlan(r: Random, x: number, y: number, radius: number, count = 26): Web {
  const spokes = Array.from({ length: count }, (_, i) => {
    const angle = ((i + r.between(-0.16, 0.16)) / count) * Math.PI * 2;
    return { angle, reach: radius * (r.between(0.93, 1.07) + 0.1 * Math.sin(angle)) };
  });
  return { x, y, radius, spokes };
}

/** Draws the threads and gives the points where dew may hang. */
export function threads(canvas: Canvas, r: Random, web: Web, colour: string, turns = 21): Point[] {
  const { x, y, spokes } = web;
  let frame = "";
  let spiral = "";
  const dew: Point[] = [];
  for (const { angle, reach } of spokes) {
    const [ex, ey] = polar(x, y, reach * 3.2, angle);
    frame += `M${n(x)} ${n(y)}L${n(ex)} ${n(ey)}`;
    for (let k = 0.2; k < 1.9; k += r.between(0.07, 0.14)) dew.push(polar(x, y, reach * k, angle));
  }
  for (let turn = 0; turn < turns; turn += 1) {
    const share = 0.1 + 0.92 * (turn / turns) ** 0.92;
    for (const [i, spoke] of spokes.entries()) {
      const next = spokes[(i + 1) % spokes.length] ?? spoke;
      if (turn > turns - 4 && r.chance(0.3)) continue;
      const a = polar(
        x,
        y,
        spoke.reach * (share + (i / spokes.length) * (0.92 / turns)),
        spoke.angle,
      );
      const b = polar(
        x,
        y,
        next.reach * (share + ((i + 1) / spokes.length) * (0.92 / turns)),
        next.angle,
      );
      const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      const sag: Point = [mx + (x - mx) * 0.075, my + (y - my) * 0.075 + share * 3];
      spiral += `M${n(a[0])} ${n(a[1])}Q${n(sag[0])} ${n(sag[1])} ${n(b[0])} ${n(b[1])}`;
      const count = Math.max(1, Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) / 19));
      for (let k = 0; k < count; k += 1) {
        const t = (k + 0.5) / count;
        const bend = 2 * t * (1 - t);
        dew.push([
          a[0] * (1 - t) ** 2 + sag[0] * bend + b[0] * t * t,
          a[1] * (1 - t) ** 2 + sag[1] * bend + b[1] * t * t,
        ]);
      }
    }
  }
  canvas.add(line(frame, colour, 1.7, 0.75));
  canvas.add(line(spiral, colour, 1.3, 0.62));
  return dew;
}

/** Drops of dew in three sizes; the great ones are lenses with the sky upside down. */
export function drops(
  canvas: Canvas,
  r: Random,
  points: readonly Point[],
  colours: { light: string; deep: string },
): void {
  let small = "";
  let shade = "";
  let glint = "";
  const great: (readonly [number, number, number])[] = [];
  for (const [x, y] of points) {
    if (x < -10 || y < -10 || x > canvas.width + 10 || y > canvas.height + 10) continue;
    const pick = r.next();
    if (pick > 0.985) great.push([x, y, r.between(7.5, 12)]);
    else if (pick > 0.3) {
      const radius = pick > 0.86 ? r.between(3.8, 5.4) : r.between(1.7, 3.2);
      small += circle(x, y, radius);
      if (radius > 2.6) {
        shade += circle(x + radius * 0.2, y - radius * 0.25, radius * 0.62);
        glint += circle(x - radius * 0.3, y - radius * 0.35, radius * 0.3);
      }
    }
  }
  canvas.path(small, colours.light, { "fill-opacity": 0.88 });
  canvas.path(shade, colours.deep, { "fill-opacity": 0.3 });
  canvas.path(glint, "#ffffff");
  const lens = canvas.linear([
    [0, lighten(colours.deep, 0.02)],
    [0.55, colours.deep],
    [1, colours.light],
  ]);
  for (const [x, y, radius] of great) {
    canvas.path(circle(x, y, radius), lens, {
      stroke: colours.light,
      "stroke-width": 1.2,
      "stroke-opacity": 0.8,
    });
    canvas.path(circle(x - radius * 0.35, y - radius * 0.4, radius * 0.27), "#ffffff");
  }
}

/** A garden spider from above, head down, about 200 wide around 0, 0 with its legs. */
export function gardenSpider(canvas: Canvas, colour: string, dark: string, pale: string): void {
  const legs: readonly (readonly Point[])[] = [
    [
      [8, 28],
      [44, 36],
      [62, 92],
    ],
    [
      [9, 24],
      [58, 18],
      [92, 58],
    ],
    [
      [9, 18],
      [54, -6],
      [82, -26],
    ],
    [
      [8, 14],
      [34, -40],
      [46, -98],
    ],
  ];
  for (const side of [-1, 1]) {
    for (const leg of legs) {
      const [a, b, c] = leg.map(([x, y]): Point => [x * side, y]) as [Point, Point, Point];
      const d = `M${a.join(" ")}Q${b[0] * 0.8} ${b[1]} ${b.join(" ")}Q${(b[0] + c[0]) / 2 + side * 8} ${(b[1] + c[1]) / 2} ${c.join(" ")}`;
      canvas.add(line(d, dark, 6));
      canvas.add(
        `<path d="${d}" fill="none" stroke="${colour}" stroke-width="4" stroke-dasharray="15 9" stroke-linecap="butt"/>`,
      );
    }
  }
  canvas.path(
    "M-15 22C-16 40-8 50 0 50C8 50 16 40 15 22C10 14-10 14-15 22Z",
    canvas.linear([
      [0, lighten(colour, -0.02)],
      [1, dark],
    ]),
  );
  canvas.path(circle(-5, 43, 2.2) + circle(5, 43, 2.2), pale);
  const abdomen = "M0-58C26-58 38-34 36-12C34 10 18 24 0 24C-18 24-34 10-36-12C-38-34-26-58 0-58Z";
  canvas.path(
    abdomen,
    canvas.radial(
      [
        [0, lighten(colour, 0.08)],
        [0.6, colour],
        [1, lighten(colour, -0.16)],
      ],
      { cx: -10, cy: -26, r: 58, userSpace: true },
    ),
  );
  canvas.group({ "clip-path": canvas.clip(abdomen) }, () => {
    canvas.path(
      "M0-62C10-40 24-44 26-24C18-14 20 0 8 8L0 26L-8 8C-20 0-18-14-26-24C-24-44-10-40 0-62Z",
      dark,
      { "fill-opacity": 0.5 },
    );
  });
  const cross = [
    [0, -42, 3.6, 7],
    [0, -24, 4.4, 8],
    [0, -6, 3.2, 6],
    [-11, -24, 6, 3.6],
    [11, -24, 6, 3.6],
    [-21, -22, 3.4, 2.6],
    [21, -22, 3.4, 2.6],
    [0, 8, 2.4, 4],
  ] as const;
  for (const [x, y, rx, ry] of cross)
    canvas.add(`<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${pale}"/>`);
  canvas.add(line("M-24-38Q-16-52-4-54", lighten(colour, 0.2), 3, 0.7));
}

/** Soft discs of light out of focus; wide edges, so that they do not look pasted on. */
export function softLights(
  canvas: Canvas,
  r: Random,
  colours: readonly string[],
  count: number,
): void {
  for (let i = 0; i < count; i += 1) {
    const radius = canvas.short * r.between(0.05, 0.17);
    const colour = r.pick(colours);
    const alpha = r.between(0.1, 0.26);
    const fill = canvas.radial([
      [0, colour, alpha * 0.75],
      [0.7, colour, alpha],
      [0.88, colour, alpha * 0.55],
      [1, colour, 0],
    ]);
    canvas.path(circle(r.between(0, canvas.width), r.between(0, canvas.height), radius), fill);
  }
}

export const spiderAt = (x: number, y: number, size: number, turn = 0): string =>
  place(x, y, turn, size / 200);

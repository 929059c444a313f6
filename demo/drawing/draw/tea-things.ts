import type { Canvas } from "./canvas";
import { lighten, lightness, mix } from "./colour";
import { footShadow, type Light, shadeSide, turned } from "./interior";
import { stroke } from "./leaves";
import { ellipsePath, n, type Point } from "./path";

/** A saucer or a plate seen from a little above. */
export function plate(
  canvas: Canvas,
  { x, y, rx, colour, light }: { x: number; y: number; rx: number; colour: string; light: Light },
): void {
  const ry = rx * 0.25;
  const side = shadeSide(light);
  footShadow(canvas, {
    x: x + side * rx * 0.06,
    y: y + ry * 0.55,
    rx: rx * 0.86,
    light,
    alpha: 0.46,
  });
  canvas.path(ellipsePath(x, y + ry * 0.26, rx, ry), lighten(colour, -0.16));
  canvas.path(
    ellipsePath(x, y, rx, ry),
    canvas.linear(
      [
        [0, lighten(colour, side > 0 ? 0.05 : -0.06)],
        [1, lighten(colour, side > 0 ? -0.06 : 0.05)],
      ],
      "right",
    ),
  );
  canvas.path(ellipsePath(x, y + ry * 0.04, rx * 0.66, ry * 0.62), lighten(colour, -0.055));
  canvas.path(ellipsePath(x + side * rx * 0.2, y + ry * 0.08, rx * 0.5, ry * 0.5), "#1c0f24", {
    "fill-opacity": 0.22,
  });
}

/** Books lying on each other; returns the height of the pile. */
export function books(
  canvas: Canvas,
  {
    x,
    foot,
    width,
    colours,
    light,
    paper,
  }: {
    x: number;
    foot: number;
    width: number;
    colours: readonly string[];
    light: Light;
    paper: string;
  },
): number {
  const r = canvas.random("books");
  let y = foot;
  footShadow(canvas, { x, y: foot, rx: width * 0.5, light, alpha: 0.5 });
  colours.forEach((colour, i) => {
    const w = width * (1 - i * 0.07) * r.between(0.95, 1.02);
    const h = width * r.between(0.105, 0.145);
    const left = x - w / 2 + r.between(-0.04, 0.04) * width;
    const spine = h * 0.5;
    canvas.path(
      `M${n(left + spine * 0.4)} ${n(y)}Q${n(left - spine * 0.5)} ${n(y - h / 2)} ${n(left + spine * 0.4)} ${n(y - h)}H${n(left + w)}v${n(h * 0.15)}H${n(left + w - 8)}v${n(h * 0.7)}h8v${n(h * 0.15)}z`,
      lighten(colour, -0.03),
    );
    canvas.rect(left + spine, y - h * 0.86, w - spine - 6, h * 0.72, mix(paper, "#b08a5a", 0.12));
    let pages = "";
    for (let k = 1; k < 5; k += 1)
      pages += `M${n(left + spine)} ${n(y - h * 0.86 + h * 0.144 * k)}H${n(left + w - 7)}`;
    stroke(canvas, pages, mix(paper, "#6b4a35", 0.4), 1.5, 0.6);
    canvas.path(
      `M${n(left + spine * 0.4)} ${n(y - h)}H${n(left + w)}v${n(h * 0.15)}H${n(left + spine * 0.7)}z`,
      lighten(colour, 0.05),
    );
    stroke(
      canvas,
      `M${n(left + spine * 0.1)} ${n(y - h * 0.3)}l6 0M${n(left + spine * 0.1)} ${n(y - h * 0.7)}l6 0`,
      lighten(colour, 0.2),
      4,
      0.8,
    );
    y -= h;
  });
  return foot - y;
}

/** A round teapot with its spout towards the light. */
export function teapot(
  canvas: Canvas,
  {
    x,
    foot,
    half,
    colour,
    ink,
    light,
  }: { x: number; foot: number; half: number; colour: string; ink: string; light: Light },
): void {
  const side = shadeSide(light);
  const height = half * 1.5;
  footShadow(canvas, { x, y: foot, rx: half * 0.9, light, alpha: 0.5 });
  stroke(
    canvas,
    `M${n(x + side * half * 0.7)} ${n(foot - height * 0.9)}C${n(x + side * half * 1.75)} ${n(foot - height * 1.05)} ${n(x + side * half * 1.7)} ${n(foot - height * 0.2)} ${n(x + side * half * 0.9)} ${n(foot - height * 0.3)}`,
    lighten(colour, -0.12),
    half * 0.17,
  );
  canvas.path(
    `M${n(x - side * half * 0.7)} ${n(foot - height * 0.22)}C${n(x - side * half * 1.35)} ${n(foot - height * 0.3)} ${n(x - side * half * 1.25)} ${n(foot - height * 0.75)} ${n(x - side * half * 1.72)} ${n(foot - height * 0.98)}L${n(x - side * half * 1.45)} ${n(foot - height * 1.04)}C${n(x - side * half * 1.1)} ${n(foot - height * 0.95)} ${n(x - side * half * 1.05)} ${n(foot - height * 0.75)} ${n(x - side * half * 0.7)} ${n(foot - height * 0.68)}z`,
    lighten(colour, 0.03),
  );
  const profile: Point[] = [
    [0, 0.46],
    [0.08, 0.62],
    [0.34, 0.96],
    [0.6, 1],
    [0.86, 0.78],
    [1, 0.54],
  ];
  turned(
    canvas,
    {
      x,
      foot,
      height,
      profile: profile.map(([t, w]): Point => [t, w * half]),
      colour,
      light,
      random: canvas.random("teapot"),
    },
    () => {
      stroke(
        canvas,
        `M${n(x - half * 1.1)} ${n(foot - height * 0.5)}Q${n(x)} ${n(foot - height * 0.36)} ${n(x + half * 1.1)} ${n(foot - height * 0.5)}m0 ${n(half * 0.14)}Q${n(x)} ${n(foot - height * 0.26)} ${n(x - half * 1.1)} ${n(foot - height * 0.4)}`,
        ink,
        half * 0.05,
      );
    },
  );
  canvas.path(
    `M${n(x - half * 0.52)} ${n(foot - height * 0.98)}Q${n(x)} ${n(foot - height * 1.28)} ${n(x + half * 0.52)} ${n(foot - height * 0.98)}Q${n(x)} ${n(foot - height * 0.9)} ${n(x - half * 0.52)} ${n(foot - height * 0.98)}z`,
    lighten(colour, lightness(colour) > 0.6 ? -0.06 : 0.05),
  );
  canvas.path(ellipsePath(x, foot - height * 1.2, half * 0.12, half * 0.12), lighten(ink, 0.02));
}

/** A small stack of round biscuits, or biscuits lying on a plate. */
export function biscuits(
  canvas: Canvas,
  { x, foot, radius, light }: { x: number; foot: number; radius: number; light: Light },
): void {
  const r = canvas.random("biscuits");
  footShadow(canvas, { x, y: foot, rx: radius * 0.95, light });
  for (let i = 0; i < 4; i += 1) {
    const y = foot - i * radius * 0.27;
    const dx = r.between(-0.08, 0.08) * radius;
    canvas.path(
      `M${n(x + dx - radius)} ${n(y - radius * 0.25)}v${n(radius * 0.16)}a${n(radius)} ${n(radius * 0.26)} 0 0 0 ${n(radius * 2)} 0v${n(-radius * 0.16)}z`,
      "#b9793f",
    );
    canvas.path(ellipsePath(x + dx, y - radius * 0.25, radius, radius * 0.26), "#dca765");
  }
  let chips = "";
  for (let k = 0; k < 9; k += 1)
    chips += ellipsePath(
      x + r.between(-0.7, 0.7) * radius,
      foot - radius * 1.06 + r.between(-0.13, 0.13) * radius,
      radius * 0.075,
      radius * 0.04,
    );
  canvas.path(chips, "#5a3420");
}

import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { n, type Point, polygon } from "./path";

type Balloon = {
  x: number;
  y: number;
  radius: number;
  t: number;
  colours: readonly string[];
  pattern: string;
};

/** Half the width of the envelope at `v`, from 0 at its top to 1 at its mouth. */
function profile(v: number): number {
  if (v < 0.46) return Math.sin((v / 0.46) * (Math.PI / 2)) ** 0.62;
  const u = (v - 0.46) / 0.54;
  return 1 - 0.83 * u ** 1.55 * (1 - 0.12 * u);
}

/** The part of the envelope between two gores and two heights; `a` and `b` run from -1 to 1. */
function strip(b: Balloon, a: number, c: number, from: number, to: number): string {
  const tall = b.radius * 2.36;
  const steps = 14;
  const point = (u: number, v: number): Point => [
    b.x + u * b.radius * profile(v),
    b.y - b.radius + v * tall + b.radius * 0.1 * (1 - u * u) * (v - 0.45),
  ];
  const left = Array.from({ length: steps + 1 }, (_, i) =>
    point(a, from + ((to - from) * i) / steps),
  );
  const right = Array.from({ length: steps + 1 }, (_, i) =>
    point(c, to - ((to - from) * i) / steps),
  );
  return polygon([...left, ...right]);
}

/** A balloon from gores: each is lit by its angle to the light, far ones fade into the haze. */
export function drawBalloon(
  canvas: Canvas,
  palette: LandscapePalette,
  b: Balloon,
  light: -1 | 1,
): void {
  const far = 0.58 * (1 - b.t);
  const night = palette.isDark ? 0.3 : 0;
  const tint = (colour: string) => mix(mix(colour, palette.sky[1], night), palette.haze, far);
  const gores = 14;
  const pickColour = (i: number) => b.colours[i % b.colours.length] ?? palette.accent;
  const edge = (i: number) => Math.sin(((i / gores) * 2 - 1) * (Math.PI / 2));
  for (let i = 0; i < gores; i++) {
    const [a, c] = [edge(i), edge(i + 1) + 0.012];
    const middle = (edge(i) + edge(i + 1)) / 2;
    const shade = (middle * light + 0.25) * 0.12 - (Math.abs(middle) > 0.8 ? 0.04 : 0);
    const colour = lighten(tint(pickColour(b.pattern === "bands" ? 0 : i)), shade - 0.02);
    canvas.path(strip(b, a, c, 0, 1), colour);
    if (b.pattern === "bands") {
      for (const [from, to, which] of [
        [0.24, 0.36, 1],
        [0.42, 0.56, 2],
        [0.62, 0.7, 1],
      ] as const)
        canvas.path(strip(b, a, c, from, to), lighten(tint(pickColour(which)), shade - 0.02));
    }
    if (b.pattern === "zigzag") {
      const up = i % 2 ? 0.36 : 0.46;
      canvas.path(strip(b, a, c, up, up + 0.14), lighten(tint(pickColour(i + 1)), shade + 0.02));
      canvas.path(strip(b, a, c, 0, 0.13), lighten(tint(pickColour(1)), shade - 0.02));
    }
  }
  const whole = strip(b, -1, 1, 0, 1);
  canvas.path(
    whole,
    canvas.linear(
      light > 0
        ? [
            [0, palette.near, 0.42],
            [0.45, palette.near, 0.06],
            [1, palette.sun, 0.14],
          ]
        : [
            [0, palette.sun, 0.14],
            [0.55, palette.near, 0.06],
            [1, palette.near, 0.42],
          ],
      "right",
    ),
  );
  canvas.path(
    whole,
    canvas.linear([
      [0, palette.sun, 0.12],
      [0.4, palette.sun, 0],
      [0.62, palette.near, 0],
      [1, palette.near, 0.34],
    ]),
  );
  const mouth = b.y - b.radius + b.radius * 2.36;
  const basket = mouth + b.radius * 0.36;
  const wide = b.radius * 0.17;
  const rope = tint(mix(palette.near, palette.haze, 0.15));
  canvas.stroke(
    `M${n(b.x - wide * 0.9)} ${n(mouth)}L${n(b.x - wide * 0.72)} ${n(basket)}M${n(b.x + wide * 0.9)} ${n(mouth)}L${n(b.x + wide * 0.72)} ${n(basket)}M${n(b.x - wide * 0.25)} ${n(mouth)}L${n(b.x - wide * 0.25)} ${n(basket)}M${n(b.x + wide * 0.3)} ${n(mouth)}L${n(b.x + wide * 0.3)} ${n(basket)}`,
    rope,
    Math.max(1, b.radius * 0.013),
  );
  if (palette.isDark)
    canvas.glow(b.x, mouth + b.radius * 0.04, b.radius * 0.95, palette.accent, 0.75);
  canvas.path(
    polygon([
      [b.x - b.radius * 0.05, mouth + b.radius * 0.13],
      [b.x, mouth - b.radius * 0.06],
      [b.x + b.radius * 0.05, mouth + b.radius * 0.13],
    ]),
    mix(palette.accent, "#fff3c0", 0.6),
  );
  const weave = tint(mix(palette.near, "#a8703c", 0.72));
  canvas.path(
    polygon([
      [b.x - wide * 0.82, basket],
      [b.x + wide * 0.82, basket],
      [b.x + wide * 0.66, basket + wide * 1.25],
      [b.x - wide * 0.66, basket + wide * 1.25],
    ]),
    canvas.linear(
      light > 0
        ? [
            [0, mix(weave, palette.near, 0.45)],
            [1, weave],
          ]
        : [
            [0, weave],
            [1, mix(weave, palette.near, 0.45)],
          ],
      "right",
    ),
  );
  canvas.rect(
    b.x - wide * 0.9,
    basket - wide * 0.1,
    wide * 1.8,
    wide * 0.22,
    mix(weave, palette.near, 0.5),
  );
  if (b.t > 0.5) {
    for (const u of [-0.3, 0.32]) {
      const x = b.x + u * wide;
      canvas.path(
        `M${n(x - wide * 0.2)} ${n(basket)}v${n(-wide * 0.3)}q${n(wide * 0.2)} ${n(-wide * 0.28)} ${n(wide * 0.4)} 0v${n(wide * 0.3)}z`,
        rope,
      );
      canvas.path(
        `M${n(x - wide * 0.15)} ${n(basket - wide * 0.6)}a${n(wide * 0.15)} ${n(wide * 0.16)} 0 1 1 ${n(wide * 0.3)} 0a${n(wide * 0.15)} ${n(wide * 0.16)} 0 1 1 ${n(-wide * 0.3)} 0z`,
        rope,
      );
    }
  }
}

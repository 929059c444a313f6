import { lighten, mix } from "./colour";
import { lens } from "./landscape";
import type { LighthouseScene } from "./lighthouse-tower";
import { blob, type Point, polygon } from "./path";

/** Breaking waves: rows of steep crests, foam on their tops, and spray where they meet the rock. */
export function waves({ canvas, palette, horizon, half, x }: LighthouseScene, side: -1 | 1): void {
  const { width, height } = canvas;
  for (let i = 0; i < 5; i++) {
    const r = canvas.random(`wave${i}`);
    const t = (i + 0.4) / 5;
    const y = horizon + (height - horizon) * t ** 1.1;
    const size = canvas.short * 0.1 * (0.25 + t * 0.9);
    const crest: Point[] = [];
    const shift = r.between(0, 6);
    const rise = (px: number) =>
      (1 - Math.abs(Math.sin(px / (size * 2.1) + shift)) ** 1.2) *
      (0.7 + 0.5 * Math.sin(px / 230 + i * 2));
    for (let px = -40; px <= width + 40; px += 9) crest.push([px, y - size * rise(px)]);
    const colour = mix(
      mix(palette.sky[1], palette.extra[2] ?? palette.near, 0.5),
      palette.near,
      0.12 + 0.4 * t,
    );
    canvas.path(
      polygon([...crest, [width + 40, height + 20], [-40, height + 20]]),
      canvas.linear([
        [0, lighten(colour, 0.14)],
        [0.16, colour],
        [0.5, mix(colour, palette.near, 0.35)],
        [1, mix(colour, palette.near, 0.5)],
      ]),
    );
    const upper: Point[] = [];
    const lower: Point[] = [];
    let foamPath = "";
    for (const [px, py] of crest) {
      const k = rise(px);
      if (k > 0.3) {
        upper.push([px, py - 1]);
        lower.push([px + size * 0.1, py + size * (k - 0.3) * r.between(0.22, 0.62)]);
      } else if (upper.length > 2) {
        foamPath += polygon([...upper, ...lower.reverse()]);
        upper.length = 0;
        lower.length = 0;
      }
    }
    for (let k = 0; k < 14; k++) {
      foamPath += lens(
        r.next() * width,
        y + size * r.between(0.1, 0.9),
        size * r.between(0.2, 0.7),
        1.5 + 2.5 * t,
      );
    }
    canvas.path(foamPath, mix(palette.sun, "#ffffff", 0.4), { "fill-opacity": 0.3 + 0.45 * t });
  }
  const r = canvas.random("spray");
  const foot: Point = [x - side * half * 6.6, height * 0.88];
  for (const [count, spread, alpha] of [
    [26, 2.6, 0.3],
    [22, 1.7, 0.5],
  ] as const) {
    let d = "";
    for (let i = 0; i < count; i++) {
      const up = r.next();
      const radius = half * (0.75 - up * 0.55) * r.between(0.5, 1.1);
      d += blob(
        r,
        foot[0] + r.between(-1, 1) * half * spread * (0.5 + up),
        foot[1] - up * half * spread * 1.6,
        radius,
        radius,
        0.12,
        9,
      );
    }
    canvas.path(d, mix(palette.sun, "#ffffff", 0.4), { "fill-opacity": alpha });
  }
}

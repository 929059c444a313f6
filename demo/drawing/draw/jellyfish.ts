import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { ellipsePath, n, type Point, smoothClosed, smoothOpen } from "./path";
import type { Sea } from "./sea-light";

/** A jellyfish: bell with ribs, ruffled arms and long tentacles. */
export function jellyfish(
  canvas: Canvas,
  sea: Sea,
  part: string,
  x: number,
  y: number,
  s: number,
  colour: string,
  t: number,
): void {
  const r = canvas.random(part);
  const tint = mix(colour, sea.middle, (1 - t) * 0.6);
  const pale = mix(tint, sea.ray, 0.55);
  canvas.glow(x, y, s * 1.9, tint, 0.4 * t);
  let threads = "";
  for (let i = 0; i < 13; i++) {
    const u = -0.85 + (i / 12) * 1.7;
    const long = s * r.between(1.3, 2.7);
    const swing = r.between(0.05, 0.16) * s;
    const phase = r.between(0, 6);
    const line: Point[] = [];
    for (let k = 0; k <= 9; k++) {
      const v = k / 9;
      line.push([
        x + u * s * (1 - v * 0.25) + Math.sin(v * 5 + phase) * swing * v,
        y + s * 0.08 + v * long,
      ]);
    }
    threads += smoothOpen(line);
  }
  canvas.stroke(threads, pale, Math.max(1.1, s * 0.014), { "stroke-opacity": 0.55 });
  for (let i = 0; i < 4; i++) {
    const u = -0.36 + i * 0.24;
    const left: Point[] = [];
    const right: Point[] = [];
    for (let k = 0; k <= 12; k++) {
      const v = k / 12;
      const cx = x + u * s * (1 - v * 0.4) + Math.sin(v * 4.4 + i) * s * 0.14 * v;
      const half = s * 0.105 * (1 - v) ** 0.7 * (1 + 0.4 * Math.sin(v * 26 + i));
      left.push([cx - half, y + v * s * 1.55]);
      right.push([cx + half, y + v * s * 1.55]);
    }
    canvas.path(
      smoothClosed([...left, ...right.reverse()]),
      canvas.linear([
        [0, pale, 0.8],
        [1, tint, 0.15],
      ]),
    );
  }
  const bell = smoothClosed([
    [x - s, y + s * 0.06],
    [x - s * 0.98, y - s * 0.22],
    [x - s * 0.66, y - s * 0.66],
    [x, y - s * 0.86],
    [x + s * 0.66, y - s * 0.66],
    [x + s * 0.98, y - s * 0.22],
    [x + s, y + s * 0.06],
    [x + s * 0.75, y + s * 0.12],
    [x + s * 0.5, y + s * 0.03],
    [x + s * 0.25, y + s * 0.13],
    [x, y + s * 0.04],
    [x - s * 0.25, y + s * 0.13],
    [x - s * 0.5, y + s * 0.03],
    [x - s * 0.75, y + s * 0.12],
  ]);
  canvas.path(
    bell,
    canvas.linear([
      [0, pale, 0.95],
      [0.45, tint, 0.9],
      [1, mix(tint, sea.deep, 0.3), 0.85],
    ]),
  );
  canvas.group({ "clip-path": canvas.clip(bell) }, () => {
    canvas.path(ellipsePath(x, y + s * 0.02, s * 0.62, s * 0.5), mix(tint, sea.deep, 0.35), {
      "fill-opacity": 0.32,
    });
    let ribs = "";
    for (const u of [-0.72, -0.4, 0, 0.4, 0.72])
      ribs += `M${n(x + u * 0.24 * s)} ${n(y - s * 0.82)}Q${n(x + u * 0.95 * s)} ${n(y - s * 0.5)} ${n(x + u * 1.06 * s)} ${n(y + s * 0.1)}`;
    canvas.stroke(ribs, pale, Math.max(1.2, s * 0.022), { "stroke-opacity": 0.55 });
    canvas.path(ellipsePath(x - s * 0.32, y - s * 0.52, s * 0.3, s * 0.16), sea.ray, {
      "fill-opacity": 0.35,
    });
  });
}

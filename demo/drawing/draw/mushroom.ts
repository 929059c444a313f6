import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { blob, n } from "./path";
import { line } from "./print";
import type { Random } from "./random";
import { volume } from "./volume";

const CAP = "M-94-2C-98-58-50-92 0-92C50-92 98-58 94-2C90 14 46 20 0 20C-46 20-90 14-94-2Z";
const STALK = "M-19 8C-16 40-22 64-33 82C-24 98 24 98 33 82C22 64 16 40 19 8Z";

/** A mushroom from about -95 to 95; with `spots` a toadstool with a ring. */
export function mushroom(canvas: Canvas, r: Random, cap: string, spots: boolean): void {
  const flesh = spots ? "#efe3cd" : "#e2cfae";
  canvas.path(
    STALK,
    canvas.linear(
      [
        [0, lighten(flesh, 0.02)],
        [0.45, flesh],
        [1, mix(flesh, "#6b4a2b", 0.42)],
      ],
      "right",
    ),
  );
  let lines = "";
  for (let i = -3; i <= 3; i += 1) lines += `M${i * 5} 22Q${i * 4} 54 ${i * 8} 86`;
  canvas.add(line(lines, "#8a6a48", 1.1, 0.3));
  canvas.path("M-19 14H19Q20 30 18 36Q0 42-18 36Q-20 30-19 14Z", "#5a3a2b", {
    "fill-opacity": 0.3,
  });
  if (spots)
    canvas.path(
      "M-20 32C-12 28 12 28 20 32L31 54Q24 50 20 57Q14 51 8 59Q2 52-4 59Q-9 52-15 57Q-21 50-30 54Z",
      canvas.linear([
        [0, "#fbf3e2"],
        [1, "#d9c6a2"],
      ]),
    );
  const gills = "M-88 2C-60 30 60 30 88 2C60 12-60 12-88 2Z";
  canvas.path(gills, mix(flesh, "#8a6a48", 0.35));
  let blades = "";
  for (let i = -13; i <= 13; i += 1) blades += `M${n(i * 6.2)} 8Q${n(i * 3)} 16 ${n(i * 1.4)} 19`;
  canvas.add(line(blades, "#7d5f42", 1.2, 0.5));
  volume(canvas, r, CAP, cap, { x: 0, y: -34, rx: 94, ry: 58 });
  if (!spots) return;
  const white = canvas.linear(
    [
      [0, "#fffaf0"],
      [1, "#e4d6bd"],
    ],
    { x1: 0, y1: 0, x2: 1, y2: 1 },
  );
  canvas.group({ "clip-path": canvas.clip(CAP) }, () => {
    for (const [x, y, rx, ry] of [
      [-12, -62, 19, 12],
      [38, -52, 14, 11],
      [-52, -42, 12, 13],
      [8, -24, 17, 13],
      [64, -22, 9, 13],
      [-36, -8, 13, 9],
      [44, 0, 13, 7],
      [-78, -14, 7, 11],
      [16, -84, 9, 4],
      [-4, 8, 9, 5],
    ] as const) {
      canvas.path(blob(r, x + 1.5, y + 2.5, rx, ry, 0.1, 10), "#5a1014", { "fill-opacity": 0.35 });
      canvas.path(blob(r, x, y, rx, ry, 0.1, 10), white);
    }
  });
}

/** Grass at the foot of a mushroom, from -60 to 60 around 0, 92. */
export function tuft(canvas: Canvas, r: Random): void {
  const tones = ["#4f7d3f", "#6f9a4a", "#3f6b3a"];
  for (let i = 0; i < 17; i += 1) {
    const x = r.between(-58, 58);
    const h = r.between(16, 44) * (1.15 - Math.abs(x) / 90);
    const lean = x * 0.3 + r.between(-10, 10);
    canvas.path(
      `M${n(x - 3)} 95Q${n(x + lean * 0.3)} ${n(95 - h * 0.6)} ${n(x + lean)} ${n(95 - h)}Q${n(x + 2 + lean * 0.4)} ${n(95 - h * 0.5)} ${n(x + 3.4)} 95z`,
      r.pick(tones),
    );
  }
}

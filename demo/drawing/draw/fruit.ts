import type { Canvas } from "./canvas";
import { CITRUS, citrusLeaf, citrusSlice } from "./citrus";
import { lighten } from "./colour";
import { blob } from "./path";
import { line, place } from "./print";
import type { Random } from "./random";
import { pores, stem, volume } from "./volume";

/** Draws a fruit that fills about -95 to 95 on both axes. */
export type Fruit = (canvas: Canvas, r: Random) => void;

function leaf(
  canvas: Canvas,
  x: number,
  y: number,
  turn: number,
  size: number,
  colour = "#4f8a45",
): void {
  canvas.group({ transform: place(x, y, turn, size / 100) }, () => citrusLeaf(canvas, colour));
}

const PEAR =
  "M-2-74C18-78 25-60 28-42C32-20 64-4 64 40C64 76 34 92 0 91C-36 92-64 76-64 38C-64-4-34-20-29-44C-25-62-18-74-2-74Z";
const LEMON =
  "M-95 2C-86-4-80-10-73-22C-56-56-22-67 6-66C40-64 62-46 73-22C77-12 85-8 94-4C98 2 95 8 87 13C79 18 75 26 67 37C48 60 20 67-6 66C-36 64-60 48-72 24C-77 15-85 14-94 11C-98 8-98 5-95 2Z";
const APPLE =
  "M0-52C16-70 52-72 74-50C98-24 92 28 66 62C48 88 22 92 0 80C-22 92-48 88-66 62C-92 28-98-24-74-50C-52-72-16-70 0-52Z";

export const FRUIT = {
  lemon(canvas, r) {
    const body = { x: 0, y: 0, rx: 82, ry: 66 };
    canvas.group({ transform: "rotate(-18)" }, () => {
      leaf(canvas, -88, -2, -62, 88);
      stem(canvas, [-90, 6], [-101, 2], 8);
      volume(canvas, r, LEMON, "#ecc334", body);
      pores(canvas, r, LEMON, "#ecc334", body, 110);
    });
  },
  orange(canvas, r) {
    const body = { x: 0, y: 8, rx: 86, ry: 84 };
    const d = blob(r, 0, 8, 86, 84, 0.008, 18);
    volume(canvas, r, d, "#ec8b2a", body);
    pores(canvas, r, d, "#ec8b2a", body, 150);
    canvas.path(
      "M2-62Q10-74 24-66Q16-60 22-50Q8-50 4-42Q-4-50-18-48Q-10-58-16-66Q-4-70 2-62Z",
      "#4a6b34",
    );
    stem(canvas, [2, -57], [8, -78], 8);
    leaf(canvas, 6, -62, -24, 78);
    leaf(canvas, 0, -62, 205, 52, "#3f7a40");
  },
  pear(canvas, r) {
    stem(canvas, [0, -70], [12, -98], 8);
    leaf(canvas, 4, -78, 12, 66, "#5b8f45");
    volume(canvas, r, PEAR, "#c2bb4e", { x: 0, y: 38, rx: 62, ry: 58 }, "#cf6a3a");
    pores(canvas, r, PEAR, "#c2bb4e", { x: 0, y: 30, rx: 60, ry: 62 }, 130);
  },
  apple(canvas, r) {
    stem(canvas, [0, -48], [10, -90], 9);
    leaf(canvas, 4, -62, -20, 74);
    volume(canvas, r, APPLE, "#c8392f", { x: 0, y: 12, rx: 84, ry: 74 });
    let streaks = "";
    for (let i = -9; i <= 9; i += 1) {
      const x = i * 8.6 + r.between(-3, 3);
      const from = -44 + Math.abs(i) * 1.2 + r.between(-6, 6);
      streaks += `M${(x * 0.45).toFixed(1)} ${from.toFixed(1)}Q${(x * 1.1).toFixed(1)} ${(from + 20).toFixed(1)} ${(x * 1.12).toFixed(1)} ${(from + r.between(36, 80)).toFixed(1)}`;
    }
    canvas.group({ "clip-path": canvas.clip(APPLE) }, () => {
      canvas.add(line(streaks, "#eea04e", 2.2, 0.42));
      canvas.path("M-34-58Q0-30 34-58Q10-34 0-34Q-10-34-34-58Z", "#7d1f22", {
        "fill-opacity": 0.55,
      });
    });
    stem(canvas, [0, -42], [10, -90], 8);
  },
  cherries(canvas, r) {
    canvas.stroke("M-44 26C-40-20-6-60 26-88", "#6d8a3f", 5.5);
    canvas.stroke("M46 40C50-6 44-54 26-88", "#5b7a36", 5.5);
    leaf(canvas, 26, -87, 158, 92);
    leaf(canvas, 27, -86, 34, 62, "#5b9a4a");
    for (const [x, y, radius] of [
      [-46, 52, 42],
      [48, 60, 36],
    ] as const) {
      volume(canvas, r, blob(r, x, y, radius, radius * 0.96, 0.012, 16), "#b52637", {
        x,
        y,
        rx: radius,
        ry: radius,
      });
      canvas.path(
        `M${x - 14} ${y - radius * 0.84}Q${x} ${y - radius * 0.66} ${x + 14} ${y - radius * 0.84}Q${x} ${y - radius * 0.5} ${x - 14} ${y - radius * 0.84}Z`,
        "#6d1220",
        { "fill-opacity": 0.6 },
      );
      canvas.path(
        `M${x - radius * 0.55} ${y - radius * 0.1}Q${x - radius * 0.5} ${y - radius * 0.5} ${x - radius * 0.2} ${y - radius * 0.55}Q${x - radius * 0.36} ${y - radius * 0.34} ${x - radius * 0.55} ${y - radius * 0.1}Z`,
        "#ffe3dc",
        { "fill-opacity": 0.7 },
      );
    }
  },
  halfGrapefruit(canvas, r) {
    canvas.path(
      "M-92-6C-92 60-50 92 0 92C50 92 92 60 92-6Z",
      canvas.linear(
        [
          [0, "#f0a863"],
          [0.6, "#e08a48"],
          [1, "#b9652f"],
        ],
        { x1: 0, y1: 0, x2: 0.7, y2: 1 },
      ),
    );
    pores(
      canvas,
      r,
      "M-92-6C-92 60-50 92 0 92C50 92 92 60 92-6Z",
      lighten("#e08a48", -0.02),
      { x: 0, y: 30, rx: 88, ry: 60 },
      90,
    );
    canvas.group({ transform: "translate(0 -6) scale(.92 .72)" }, () =>
      citrusSlice(canvas, r, CITRUS.grapefruit, 30),
    );
  },
} as const satisfies Record<string, Fruit>;

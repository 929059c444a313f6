import type { Canvas } from "./canvas";
import { n } from "./path";
import { castShadow, circle, line, place } from "./print";
import type { Random } from "./random";

/** An acorn around 0, 0 of its own, `size` units long. */
export function acorn(canvas: Canvas, x: number, y: number, size: number, turn: number): void {
  const spot = place(x, y, turn, size / 100);
  const nut = "M-24-8C-26 26-12 44 0 54C12 44 26 26 24-8Z";
  const cup = "M-30-4C-32-28-14-36 0-36C14-36 32-28 30-4Q0 6-30-4Z";
  castShadow(canvas, nut + cup, spot, { dx: size * 0.05, dy: size * 0.09 });
  canvas.group({ transform: spot }, () => {
    canvas.stroke("M0-34Q2-46 8-52", "#5d4028", 6);
    canvas.path(
      nut,
      canvas.linear(
        [
          [0, "#d8a65a"],
          [0.4, "#b87d38"],
          [1, "#8a5528"],
        ],
        "right",
      ),
    );
    canvas.path(
      cup,
      canvas.linear(
        [
          [0, "#8d6a45"],
          [1, "#5d4028"],
        ],
        "right",
      ),
    );
    let d = "";
    for (let i = -4; i <= 4; i += 1)
      d += `M${i * 7 - 4}-2L${i * 6 + 6}-30M${i * 7 + 4}-2L${i * 6 - 6}-30`;
    canvas.group({ "clip-path": canvas.clip(cup) }, () =>
      canvas.stroke(d, "#3f2a1b", 1.6, { "stroke-opacity": 0.5 }),
    );
    canvas.stroke("M-13 2Q-14 20-6 34", "#fbe6bf", 4, { "stroke-opacity": 0.45 });
  });
}

/** A bunch of red berries on their stalks. */
export function berries(canvas: Canvas, r: Random, x: number, y: number, size: number): void {
  const fill = canvas.radial(
    [
      [0, "#f08a6a"],
      [0.3, "#d0402f"],
      [1, "#8f1f26"],
    ],
    { cx: 0.36, cy: 0.32, r: 0.75 },
  );
  const spots = [
    [-0.3, -0.1],
    [0.25, -0.25],
    [0.05, 0.3],
    [0.5, 0.2],
    [-0.15, -0.5],
  ];
  for (const [dx = 0, dy = 0] of spots)
    canvas.add(
      line(
        `M${n(x)} ${n(y - size * 0.9)}Q${n(x)} ${n(y)} ${n(x + dx * size)} ${n(y + dy * size)}`,
        "#6b4a2b",
        3,
      ),
    );
  for (const [dx = 0, dy = 0] of spots) {
    const radius = size * r.between(0.19, 0.24);
    const d = circle(x + dx * size, y + dy * size, radius);
    canvas.softShadow(d, size * 0.04, size * 0.08, 0.3);
    canvas.path(d, fill);
    canvas.path(
      circle(x + dx * size - radius * 0.3, y + dy * size - radius * 0.35, radius * 0.16),
      "#ffe9dc",
    );
  }
}

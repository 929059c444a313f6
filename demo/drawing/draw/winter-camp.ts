import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { lens } from "./landscape";
import type { LandscapePalette } from "./palettes";
import { n, type Point, polygon, smoothClosed } from "./path";

/** A tent with a lamp in it, and its light on the ground. */
export function tent(canvas: Canvas, x: number, y: number, size: number): void {
  const lamp = "#ffb35c";
  canvas.glow(x, y - size * 0.3, size * 2.6, lamp, 0.5);
  canvas.path(
    polygon([
      [x - size, y],
      [x - size * 0.12, y - size],
      [x + size, y],
    ]),
    canvas.linear([
      [0, "#c9622f"],
      [0.7, "#ff9d4a"],
      [1, "#ffcf86"],
    ]),
  );
  canvas.path(
    polygon([
      [x - size * 0.12, y - size],
      [x + size, y],
      [x + size * 0.3, y],
    ]),
    "#8a3f2a",
    { "fill-opacity": 0.75 },
  );
  canvas.path(
    polygon([
      [x - size * 0.12, y - size * 0.96],
      [x + size * 0.24, y],
      [x - size * 0.16, y],
    ]),
    "#fff0c4",
  );
  canvas.path(
    polygon([
      [x - size * 0.12, y - size * 0.5],
      [x + size * 0.02, y],
      [x - size * 0.13, y],
    ]),
    "#7a3a20",
    { "fill-opacity": 0.55 },
  );
}

/** A red cabin with snow on its roof and lit windows. */
export function cabin(
  canvas: Canvas,
  palette: LandscapePalette,
  x: number,
  y: number,
  size: number,
): void {
  const wall = "#8a2f2a";
  const snow = mix("#ffffff", palette.sky[2], 0.28);
  canvas.glow(x, y - size * 0.3, size * 2.4, "#ffc46b", 0.4);
  canvas.rect(
    x - size,
    y - size * 0.62,
    size * 2,
    size * 0.66,
    canvas.linear([
      [0, mix(wall, palette.near, 0.25)],
      [1, mix(wall, palette.near, 0.45)],
    ]),
  );
  canvas.path(
    polygon([
      [x - size, y - size * 0.6],
      [x - size * 0.62, y - size * 1.24],
      [x + size * 0.62, y - size * 1.24],
      [x + size, y - size * 0.6],
    ]),
    mix(wall, palette.near, 0.5),
  );
  canvas.path(
    smoothClosed([
      [x - size * 1.16, y - size * 0.52],
      [x - size * 0.68, y - size * 1.3],
      [x, y - size * 1.36],
      [x + size * 0.68, y - size * 1.3],
      [x + size * 1.16, y - size * 0.52],
      [x, y - size * 0.6],
    ]),
    snow,
  );
  canvas.rect(
    x + size * 0.3,
    y - size * 1.6,
    size * 0.2,
    size * 0.36,
    mix(wall, palette.near, 0.6),
  );
  for (const u of [-0.66, 0.28]) {
    canvas.rect(x + u * size, y - size * 0.46, size * 0.38, size * 0.28, "#ffe2a0");
    canvas.rect(x + (u + 0.17) * size, y - size * 0.46, size * 0.03, size * 0.28, wall);
  }
  canvas.rect(
    x - size * 0.12,
    y - size * 0.46,
    size * 0.24,
    size * 0.5,
    mix(wall, palette.near, 0.7),
  );
}

/** Two people from behind in winter coats, looking up. */
export function people(canvas: Canvas, colour: string, x: number, y: number, size: number): void {
  const figures = [
    { dx: -0.27, k: 1, hat: "#e4572e" },
    { dx: 0.24, k: 0.9, hat: "#ffb35c" },
  ];
  for (const { dx, k, hat } of figures) {
    const s = size * k;
    const px = x + dx * size;
    canvas.path(lens(px, y - s * 0.005, s * 0.3, s * 0.045), colour, { "fill-opacity": 0.55 });
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [px + u * s, y - v * s]);
    canvas.path(
      polygon(
        p([
          [-0.09, 0.45],
          [-0.1, 0.02],
          [-0.015, 0.02],
          [-0.01, 0.36],
          [0.01, 0.36],
          [0.015, 0.02],
          [0.1, 0.02],
          [0.09, 0.45],
        ]),
      ),
      colour,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.115, 0.36],
          [-0.1, 0.6],
          [-0.13, 0.74],
          [-0.08, 0.81],
          [0, 0.83],
          [0.08, 0.81],
          [0.13, 0.74],
          [0.1, 0.6],
          [0.115, 0.36],
          [0, 0.35],
        ]),
      ),
      colour,
    );
    for (const side of [-1, 1]) {
      canvas.stroke(
        `M${n(px + side * 0.105 * s)} ${n(y - 0.76 * s)}Q${n(px + side * 0.17 * s)} ${n(y - 0.6 * s)} ${n(px + side * 0.135 * s)} ${n(y - 0.44 * s)}`,
        colour,
        s * 0.062,
      );
    }
    canvas.path(
      smoothClosed(
        p([
          [-0.06, 0.9],
          [-0.055, 0.84],
          [0, 0.82],
          [0.055, 0.84],
          [0.06, 0.9],
          [0, 0.95],
        ]),
      ),
      colour,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.075, 0.83],
          [-0.07, 0.79],
          [0.07, 0.79],
          [0.075, 0.83],
          [0, 0.85],
        ]),
      ),
      mix(hat, colour, 0.3),
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.068, 0.905],
          [-0.06, 0.885],
          [0.06, 0.885],
          [0.068, 0.905],
          [0.055, 0.97],
          [0, 0.995],
          [-0.055, 0.97],
        ]),
      ),
      mix(hat, colour, 0.12),
    );
  }
}

import { lighten, mix } from "./colour";
import { layerColour } from "./landscape";
import type { MountainScene } from "./mountain-range";
import { type Point, polygon, smoothClosed } from "./path";
import { pineRow } from "./pines";

/** A cabin or a tent with a light in it; its foot at (x, y). */
function shelter(scene: MountainScene, what: string, x: number, y: number, size: number): void {
  const { canvas, palette } = scene;
  const lamp = palette.isDark ? palette.accent : mix(palette.accent, palette.near, 0.15);
  if (palette.isDark) canvas.glow(x, y - size * 0.3, size * 2.4, palette.accent, 0.5);
  if (what === "tent") {
    const side = polygon([
      [x - size, y],
      [x - size * 0.1, y - size * 0.95],
      [x + size, y],
    ]);
    canvas.path(side, lamp);
    canvas.path(
      polygon([
        [x - size * 0.1, y - size * 0.95],
        [x + size, y],
        [x + size * 0.28, y],
      ]),
      mix(lamp, palette.near, 0.42),
    );
    canvas.path(
      polygon([
        [x - size * 0.1, y - size * 0.95],
        [x + size * 0.28, y],
        [x - size * 0.2, y],
      ]),
      mix(lamp, palette.sun, 0.65),
    );
    return;
  }
  const wall = mix(palette.near, palette.accent, 0.22);
  canvas.path(
    polygon([
      [x - size, y],
      [x - size, y - size * 0.55],
      [x + size * 0.9, y - size * 0.55],
      [x + size * 0.9, y],
    ]),
    wall,
  );
  canvas.path(
    polygon([
      [x + size * 0.3, y],
      [x + size * 0.3, y - size * 0.55],
      [x + size * 0.9, y - size * 1.12],
      [x + size * 1.5, y - size * 0.55],
      [x + size * 1.5, y],
    ]),
    lighten(wall, 0.05),
  );
  const roof = palette.name === "snow" ? "#f4f6f7" : mix(palette.near, palette.accent, 0.5);
  canvas.path(
    polygon([
      [x - size * 1.15, y - size * 0.5],
      [x - size * 0.62, y - size * 1.16],
      [x + size * 0.92, y - size * 1.16],
      [x + size * 0.3, y - size * 0.5],
    ]),
    roof,
  );
  canvas.path(
    polygon([
      [x + size * 0.86, y - size * 1.2],
      [x + size * 0.98, y - size * 1.2],
      [x + size * 1.68, y - size * 0.5],
      [x + size * 1.5, y - size * 0.46],
    ]),
    mix(roof, palette.near, 0.35),
  );
  const glass = palette.isDark
    ? mix(palette.accent, "#fff6d8", 0.45)
    : mix(palette.accent, "#fff2c8", 0.55);
  for (const [wx, w] of [
    [-0.72, 0.3],
    [-0.12, 0.3],
    [0.76, 0.3],
  ] as const) {
    canvas.rect(x + wx * size, y - size * 0.42, w * size, size * 0.26, glass);
  }
}

/** Slopes with pines in front, the larger one opposite the light. */
export function foreground(scene: MountainScene, what: string): void {
  const { canvas, palette, light, kind, horizon } = scene;
  const { width, height } = canvas;
  const r = canvas.random("front");
  const dark = -light;
  const edge = dark < 0 ? 0 : width;
  const into = (u: number) => edge - dark * u * width;
  const row = (depth: number, reach: number, low: number, tall: number, t: number) => {
    const colour = layerColour(palette, t);
    const ground = (x: number) => {
      const u = Math.abs(x - edge) / width;
      return low * height + Math.max(0, u / reach) ** 1.6 * depth * height + Math.sin(x / 60) * 5;
    };
    const points: Point[] = [];
    for (let i = 0; i <= 40; i++) {
      const x = into((i / 40) * 1.05);
      points.push([x, Math.min(height + 40, ground(x))]);
    }
    const d = polygon([
      [edge + dark * 20, height + 40],
      [edge + dark * 20, ground(edge)],
      ...points,
      [into(1.05), height + 40],
    ]);
    const trees = pineRow(r, {
      from: -30,
      to: width + 30,
      at: (x) => ground(x) + tall * canvas.short * 0.07,
      height: (x) => {
        const u = Math.abs(x - edge) / width;
        return u > reach * 1.25 ? 0 : tall * canvas.short * (1.05 - (u / reach) * 0.55);
      },
      spacing: tall * canvas.short * 0.2,
      slim: 0.36,
    });
    canvas.path(trees, colour);
    canvas.path(
      d,
      canvas.linear([
        [0, colour],
        [1, mix(colour, palette.near, 0.3)],
      ]),
    );
    return ground;
  };
  if (kind === "range") {
    row(0.1, 1, 0.68, 0.09, 0.55);
    row(0.16, 0.9, 0.74, 0.14, 0.78);
  }
  if (kind === "river") row(0.26, 0.55, 0.64, 0.1, 0.62);
  const ground = row(
    kind === "lake" ? 0.3 : 0.3,
    kind === "lake" ? 0.42 : 0.6,
    kind === "lake" ? 0.76 : 0.8,
    0.2,
    0.97,
  );
  if (what) {
    const size = canvas.short * (what === "tent" ? 0.1 : 0.095);
    if (kind === "lake") {
      const x = into(what === "tent" ? 0.44 : 0.32);
      const bank = horizon + (height - horizon) * 0.74;
      canvas.path(
        smoothClosed([
          [into(-0.05), bank - 20],
          [x, bank - 4],
          [x - dark * size * 2.4, bank + 6],
          [x - dark * size * 5, bank + 34],
          [into(0.2), bank + 120],
          [into(-0.05), bank + 140],
        ]),
        mix(layerColour(palette, 0.86), palette.haze, 0.06),
      );
      shelter(scene, what, x, bank + 14, size);
    } else
      shelter(
        scene,
        what,
        into(0.62),
        Math.min(height * 0.93, ground(into(0.62)) + size * 0.5),
        size,
      );
  }
}

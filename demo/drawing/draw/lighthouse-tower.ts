import type { Canvas } from "./canvas";
import { mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { polygon } from "./path";

/** Where the tower of a picture stands, and in which light. */
export type LighthouseScene = {
  canvas: Canvas;
  palette: LandscapePalette;
  /** -1 when the light comes from the left. */
  light: -1 | 1;
  horizon: number;
  /** Where the tower stands, and its height and half width at the foot. */
  x: number;
  y: number;
  tall: number;
  half: number;
};

/** The tower: bands, gallery, lantern and roof, with its shade on the side away from the light. */
export function tower(scene: LighthouseScene, bands: number, colour: string): void {
  const { canvas, palette, light, x, y, tall, half } = scene;
  const white = palette.isDark
    ? mix(palette.sun, palette.sky[1], 0.22)
    : mix(palette.sun, "#ffffff", 0.4);
  const band = palette.isDark ? mix(colour, palette.sky[0], 0.18) : colour;
  const at = (t: number) => half * (1 - 0.36 * t);
  const bodyTop = y - tall * 0.8;
  const body = polygon([
    [x - at(0), y + 8],
    [x - at(1), bodyTop],
    [x + at(1), bodyTop],
    [x + at(0), y + 8],
  ]);
  canvas.path(body, white);
  canvas.group({ "clip-path": canvas.clip(body) }, () => {
    const step = (tall * 0.8) / bands;
    for (let i = 0; i < bands; i += 2) {
      const top = bodyTop + i * step;
      canvas.path(
        `M${x - half - 5} ${top}Q${x} ${top + half * 0.3} ${x + half + 5} ${top}V${top + step}Q${x} ${top + step + half * 0.3} ${x - half - 5} ${top + step}z`,
        band,
      );
    }
    canvas.path(
      body,
      canvas.linear(
        light > 0
          ? [
              [0, palette.near, 0.62],
              [0.5, palette.near, 0.2],
              [0.85, palette.near, 0],
            ]
          : [
              [0.15, palette.near, 0],
              [0.5, palette.near, 0.2],
              [1, palette.near, 0.62],
            ],
        "right",
      ),
    );
    for (const t of [0.2, 0.48, 0.74]) {
      const wy = y - tall * 0.8 * t;
      canvas.rect(
        x - half * 0.1,
        wy - half * 0.36,
        half * 0.2,
        half * 0.4,
        mix(palette.near, palette.accent, palette.isDark ? 0.6 : 0.1),
      );
    }
  });
  const iron = mix(palette.near, palette.sky[0], 0.2);
  const w = at(1);
  canvas.rect(x - w * 1.5, bodyTop - half * 0.14, w * 3, half * 0.2, iron);
  canvas.rect(x - w * 1.5, bodyTop - half * 0.46, w * 3, half * 0.07, iron);
  for (let i = 0; i <= 6; i++)
    canvas.rect(
      x - w * 1.46 + (w * 2.92 * i) / 6 - 1.5,
      bodyTop - half * 0.46,
      3,
      half * 0.4,
      iron,
    );
  const lamp = palette.isDark
    ? mix(palette.accent, "#fff8dc", 0.6)
    : mix(palette.sky[1], "#ffffff", 0.45);
  canvas.rect(x - w * 0.8, bodyTop - tall * 0.115, w * 1.6, tall * 0.115 - half * 0.1, lamp);
  for (const u of [-0.8, -0.28, 0.24, 0.72])
    canvas.rect(x + u * w, bodyTop - tall * 0.115, w * 0.08, tall * 0.1, iron);
  canvas.path(
    `M${x - w * 1.05} ${bodyTop - tall * 0.11}Q${x - w * 0.8} ${bodyTop - tall * 0.175} ${x} ${bodyTop - tall * 0.19}Q${x + w * 0.8} ${bodyTop - tall * 0.175} ${x + w * 1.05} ${bodyTop - tall * 0.11}z`,
    band,
  );
  canvas.rect(x - 2, bodyTop - tall * 0.225, 4, tall * 0.04, iron);
}

/** The keeper's house beside the tower. */
export function house(
  { canvas, palette, light, y, half }: LighthouseScene,
  x: number,
  colour: string,
  snow: boolean,
): void {
  const w = half * 1.5;
  const h = half * 1.25;
  const wall = palette.isDark
    ? mix(palette.sun, palette.sky[1], 0.42)
    : mix(palette.sun, "#ffffff", 0.3);
  canvas.rect(x - w, y - h, w * 2, h + half * 0.5, wall);
  canvas.rect(
    light > 0 ? x - w : x + w * 0.2,
    y - h,
    w * 0.8,
    h + half * 0.5,
    mix(wall, palette.near, 0.25),
  );
  canvas.path(
    polygon([
      [x - w * 1.14, y - h + 3],
      [x - w * 0.72, y - h * 1.75],
      [x + w * 0.72, y - h * 1.75],
      [x + w * 1.14, y - h + 3],
    ]),
    snow ? "#f4f7f9" : mix(colour, palette.near, 0.2),
  );
  canvas.rect(x + w * 0.36, y - h * 2.05, w * 0.2, h * 0.5, mix(colour, palette.near, 0.5));
  const glass = palette.isDark
    ? mix(palette.accent, "#fff3c4", 0.4)
    : mix(palette.near, palette.sky[1], 0.3);
  for (const u of [-0.62, 0.3]) canvas.rect(x + u * w, y - h * 0.68, w * 0.3, h * 0.42, glass);
  canvas.rect(x - w * 0.12, y - h * 0.62, w * 0.26, h * 0.75, mix(colour, palette.near, 0.45));
}

/** Two wedges of light from the lamp. */
export function beam({ canvas, palette, x, y, tall }: LighthouseScene): void {
  const lampY = y - tall * 0.86;
  const far = canvas.long * 0.95;
  const colour = mix(palette.accent, "#fffbe6", 0.7);
  for (const side of [-1, 1] as const) {
    const fill = canvas.linear(
      [
        [0, colour, 0.6],
        [0.25, colour, 0.26],
        [1, colour, 0],
      ],
      { x1: x, y1: lampY, x2: x + side * far, y2: lampY },
    );
    canvas.path(
      polygon([
        [x, lampY - 7],
        [x + side * far, lampY - far * 0.16],
        [x + side * far, lampY + far * 0.03],
        [x, lampY + 9],
      ]),
      fill,
    );
  }
  canvas.glow(x, lampY, tall * 0.3, colour, 0.9);
}

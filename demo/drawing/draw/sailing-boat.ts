import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { lens, reflectionSmear } from "./landscape";
import type { LandscapePalette } from "./palettes";
import { n, polygon, smoothClosed } from "./path";
import type { Random } from "./random";

type Boat = {
  x: number;
  y: number;
  size: number;
  t: number;
  sail: string;
  turn: -1 | 1;
  heel: number;
};

/** One boat, its foot at (x, y): hull, mast, main sail with battens, jib, and its mirror image. */
export function drawBoat(
  canvas: Canvas,
  palette: LandscapePalette,
  r: Random,
  boat: Boat,
  light: -1 | 1,
): void {
  const { x, y, size, t, turn, heel } = boat;
  const far = 0.62 * (1 - t);
  const tint = (colour: string) => mix(colour, palette.haze, far);
  const sail = tint(palette.isDark ? mix(boat.sail, palette.sky[1], 0.3) : boat.sail);
  const jib = tint(
    palette.isDark ? mix(palette.sun, palette.sky[1], 0.35) : mix(palette.sun, "#ffffff", 0.3),
  );
  const hull = tint(mix(palette.near, palette.sky[0], 0.12));
  canvas.path(
    reflectionSmear(r, {
      x: x - turn * size * 0.04,
      y: y + size * 0.05,
      width: size * 0.6,
      height: size * 0.95,
      lines: 18,
      jitter: 0.5,
    }),
    mix(sail, palette.sky[1], 0.25),
    { "fill-opacity": 0.5 },
  );
  canvas.path(
    reflectionSmear(r, {
      x,
      y: y + size * 0.03,
      width: size * 0.78,
      height: size * 0.3,
      lines: 8,
      jitter: 0.5,
    }),
    hull,
    { "fill-opacity": 0.55 },
  );
  canvas.group(
    { transform: `translate(${n(x)} ${n(y)}) scale(${turn} 1) rotate(${n(heel)})` },
    () => {
      const s = size;
      const shade = canvas.linear(
        light * turn > 0
          ? [
              [0, mix(sail, palette.near, 0.34)],
              [0.7, sail],
              [1, lighten(sail, 0.03)],
            ]
          : [
              [0, lighten(sail, 0.03)],
              [0.45, sail],
              [1, mix(sail, palette.near, 0.3)],
            ],
        "right",
      );
      canvas.path(
        `M${n(s * 0.03)} ${n(-s * 1.2)}C${n(-s * 0.1)} ${n(-s * 0.85)} ${n(-s * 0.3)} ${n(-s * 0.5)} ${n(-s * 0.42)} ${n(-s * 0.17)}Q${n(-s * 0.2)} ${n(-s * 0.1)} ${n(s * 0.03)} ${n(-s * 0.14)}z`,
        shade,
      );
      if (t > 0.45) {
        let seams = "";
        for (const u of [0.3, 0.52, 0.74])
          seams += `M${n(s * 0.03)} ${n(-s * (1.2 - u * 1.03))}Q${n(-s * 0.2 * u)} ${n(-s * (1.15 - u * 1.03))} ${n(-s * 0.43 * u)} ${n(-s * (1.2 - u * 1.06))}`;
        canvas.stroke(seams, mix(sail, palette.near, 0.35), Math.max(1, s * 0.006), {
          "stroke-opacity": 0.6,
        });
      }
      canvas.path(
        `M${n(s * 0.07)} ${n(-s * 1.08)}Q${n(s * 0.26)} ${n(-s * 0.6)} ${n(s * 0.46)} ${n(-s * 0.15)}Q${n(s * 0.24)} ${n(-s * 0.1)} ${n(s * 0.08)} ${n(-s * 0.17)}Q${n(s * 0.13)} ${n(-s * 0.6)} ${n(s * 0.07)} ${n(-s * 1.08)}z`,
        canvas.linear(
          light * turn > 0
            ? [
                [0, mix(jib, palette.near, 0.2)],
                [1, jib],
              ]
            : [
                [0, jib],
                [1, mix(jib, palette.near, 0.26)],
              ],
          "right",
        ),
      );
      canvas.rect(
        s * 0.035,
        -s * 1.25,
        Math.max(1.5, s * 0.018),
        s * 1.22,
        tint(mix(palette.near, palette.accent, 0.3)),
      );
      canvas.path(
        polygon([
          [s * 0.045, -s * 1.25],
          [s * 0.045, -s * 1.2],
          [-s * 0.1, -s * 1.225],
        ]),
        tint(palette.accent),
      );
      const body = smoothClosed([
        [-s * 0.46, -s * 0.085],
        [0, -s * 0.07],
        [s * 0.52, -s * 0.11],
        [s * 0.36, s * 0.02],
        [s * 0.1, s * 0.055],
        [-s * 0.3, s * 0.05],
        [-s * 0.42, 0],
      ]);
      canvas.path(
        body,
        canvas.linear([
          [0, lighten(hull, 0.1)],
          [0.4, hull],
          [1, mix(hull, palette.near, 0.5)],
        ]),
      );
      canvas.path(
        polygon([
          [-s * 0.44, -s * 0.07],
          [0, -s * 0.055],
          [s * 0.49, -s * 0.095],
          [s * 0.47, -s * 0.07],
          [0, -s * 0.03],
          [-s * 0.44, -s * 0.045],
        ]),
        tint(mix(palette.sun, palette.accent, 0.35)),
      );
    },
  );
  canvas.path(
    lens(x, y + size * 0.055, size * 0.5, Math.max(1.5, size * 0.014)),
    mix(palette.sun, "#ffffff", 0.4),
    { "fill-opacity": 0.6 },
  );
}

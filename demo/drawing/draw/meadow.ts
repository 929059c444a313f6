import { type BloomKind, bloom } from "./bloom";
import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n, ridge } from "./path";

export type Beyond = "trees" | "house" | "mountains" | "cypresses" | "hills";

export type Options = {
  /** The flowers, the most frequent first. */
  flowers: string;
  beyond: Beyond;
  horizon: number;
  sunAt: number;
  isHidden: boolean;
  /** Low: the flowers stand against the sky. */
  isLow: boolean;
};

export type Kind = Extract<BloomKind, "poppy" | "daisy" | "cornflower" | "anemone">;

export const FLOWER: Record<Kind, { many: string; colour: string; keywords: readonly string[] }> = {
  poppy: { many: "poppies", colour: "#d5382b", keywords: ["poppy", "poppies", "red"] },
  daisy: { many: "daisies", colour: "#fbf5e8", keywords: ["daisy", "daisies", "white"] },
  cornflower: {
    many: "cornflowers",
    colour: "#4263c4",
    keywords: ["cornflower", "cornflowers", "blue"],
  },
  anemone: { many: "cosmos", colour: "#df86a8", keywords: ["cosmos", "pink"] },
};

/** Grass and flowers in nine depth bands; the nearest flowers are drawn petal by petal. */
export function meadow(
  canvas: Canvas,
  palette: LandscapePalette,
  { isLow }: Options,
  kinds: readonly Kind[],
  horizonY: number,
): void {
  const { width, height } = canvas;
  const night = palette.isDark ? 0.42 : 0.12;
  const grass = mix(mix("#5c8f4a", palette.near, night), palette.haze, 0.08);
  canvas.path(
    ridge({
      width,
      height,
      y: horizonY + 8,
      amplitude: 10,
      frequency: 3,
      seed: `${canvas.id}/meadow`,
    }).d,
    canvas.linear(
      [
        [0, mix(grass, palette.haze, 0.5)],
        [0.25, mix(grass, palette.haze, 0.16)],
        [1, mix(grass, palette.near, 0.5)],
      ],
      { x1: 0, y1: horizonY, x2: 0, y2: height },
    ),
  );
  const bands = 9;
  const deep = height - horizonY;
  for (let band = 0; band < bands; band += 1) {
    const t = band / (bands - 1);
    const y = horizonY + deep * (0.035 + 0.98 * t ** 1.55);
    const size = canvas.short * (0.004 + 0.04 * t ** 1.7);
    const tone = mix(mix(grass, palette.haze, 0.42 * (1 - t)), palette.near, 0.14 + 0.3 * t);
    blades(canvas, { y, t, tone, size, band });
    flowers(canvas, palette, kinds, { y, t, size, band, tone, night, gap: deep / bands });
  }
  if (isLow) tallFlowers(canvas, palette, kinds, night);
}

type Band = { y: number; t: number; size: number; band: number; tone: string };

function blades(canvas: Canvas, { y, t, tone, size, band }: Band): void {
  const r = canvas.random(`grass/${band}`);
  const count = Math.round(canvas.width / (9 + t * 13));
  let d = "";
  for (let i = 0; i < count; i += 1) {
    const x = ((i + r.next()) / count) * (canvas.width + 20) - 10;
    const long = size * r.between(1.6, 3.6);
    const w = Math.max(1.2, size * 0.16);
    d += `M${n(x - w)} ${n(y + size)}q${n(w)} ${n(-long * 0.6)} ${n(r.between(-0.5, 0.5) * long)} ${n(-long)}q${n(w * 0.4)} ${n(long * 0.5)} ${n(w * 1.2)} ${n(long)}z`;
  }
  canvas.path(d, lighten(tone, 0.035));
}

export function flowers(
  canvas: Canvas,
  palette: LandscapePalette,
  kinds: readonly Kind[],
  { y, t, size, band, tone, night, gap }: Band & { night: number; gap: number },
): void {
  const r = canvas.random(`flowers/${band}`);
  const near = band >= 6;
  const count = Math.round(
    (near ? 17 - (band - 6) * 3 : 150 - band * 17) * (canvas.width / 1600) ** 0.7,
  );
  let stems = "";
  const spots = Array.from({ length: count }, (_, i) => {
    const x = ((i + r.between(-0.5, 1.5)) / count) * canvas.width;
    const py = y - r.between(0, gap * (0.3 + t * 0.8)) - size * 1.4;
    stems += `M${n(x)} ${n(py)}q${n(r.between(-4, 4) * t)} ${n(size * 2)} ${n(r.between(-6, 6) * t)} ${n(size * 4)}`;
    const pick = r.next();
    const kind =
      kinds[pick < 0.6 || kinds.length === 1 ? 0 : pick < 0.84 || kinds.length === 2 ? 1 : 2] ??
      "poppy";
    return { x, y: py, kind };
  });
  stroke(canvas, stems, lighten(tone, -0.03), Math.max(1.2, size * 0.1), 0.9);
  for (const kind of kinds) {
    const colour = mix(
      mix(FLOWER[kind].colour, palette.near, night * 0.7),
      palette.haze,
      0.34 * (1 - t) ** 1.4,
    );
    const mine = spots.filter((spot) => spot.kind === kind);
    if (near) {
      for (const spot of mine)
        bloom(canvas, kind, {
          x: spot.x,
          y: spot.y,
          radius: size * r.between(0.85, 1.2),
          colour: lighten(colour, r.between(-0.03, 0.03)),
          turn: r.between(-0.4, 0.4),
          random: r,
        });
      continue;
    }
    canvas.path(
      mine.map((spot) => ellipsePath(spot.x, spot.y, size * 0.92, size * 0.66)).join(""),
      lighten(colour, -0.06),
    );
    canvas.path(
      mine
        .map((spot) =>
          ellipsePath(spot.x - size * 0.2, spot.y - size * 0.2, size * 0.62, size * 0.4),
        )
        .join(""),
      lighten(colour, 0.04),
    );
    const eye = kind === "daisy" ? "#e2ac35" : kind === "poppy" ? "#2a1c2a" : undefined;
    if (eye && band > 2)
      canvas.path(
        mine.map((spot) => ellipsePath(spot.x, spot.y, size * 0.24, size * 0.18)).join(""),
        mix(eye, palette.near, 0.2),
      );
  }
}

/** A few flowers seen from the ground, taller than the horizon. */
function tallFlowers(
  canvas: Canvas,
  palette: LandscapePalette,
  kinds: readonly Kind[],
  night: number,
): void {
  const { width, height, short } = canvas;
  const r = canvas.random("tall");
  const green = mix(mix("#4f8048", palette.near, 0.3 + night), palette.haze, 0.03);
  const places = [
    [0.2, 0.3, 0.92],
    [0.78, 0.42, 0.84],
    [0.5, 0.56, 0.66],
    [0.9, 0.68, 0.5],
    [0.07, 0.6, 0.56],
    [0.36, 0.74, 0.46],
    [0.66, 0.8, 0.5],
  ] as const;
  for (const [px, py, k] of places) {
    const x = width * px;
    const y = height * (0.08 + py * 0.84);
    const foot = x + r.between(-0.06, 0.06) * width;
    stroke(
      canvas,
      `M${n(foot)} ${n(height + 20)}C${n(foot)} ${n((y + height) / 2)} ${n(x + r.between(-20, 20))} ${n(y + short * 0.2)} ${n(x)} ${n(y)}`,
      green,
      short * 0.012 * k + 2,
    );
  }
  places.forEach(([px, py, k], i) => {
    const kind = kinds[i % kinds.length] ?? "poppy";
    const colour = mix(FLOWER[kind].colour, palette.near, night * 0.3);
    bloom(canvas, kind, {
      x: width * px,
      y: height * (0.08 + py * 0.84),
      radius: short * 0.14 * k,
      colour: lighten(colour, r.between(-0.02, 0.03)),
      turn: (px - 0.5) * 0.5,
      random: r,
    });
  });
}

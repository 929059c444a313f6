import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { castle, church } from "../draw/night-buildings";
import { bareTree, bat, fullMoon, lantern } from "../draw/night-parts";
import { LANDSCAPE, type LandscapePalette, type LandscapePaletteName } from "../draw/palettes";
import { n, ridge } from "../draw/path";
import { place } from "../draw/print";
import type { Drawing, Family } from "../family";

type Scene = "tree" | "church" | "pumpkins" | "castle";

const SCENES: Record<Scene, { name: string; keywords: readonly string[] }> = {
  tree: { name: "Bats in front of the full moon and a bare tree", keywords: ["tree", "hill"] },
  church: {
    name: "Bats around a church tower under the full moon",
    keywords: ["church", "tower", "graveyard"],
  },
  pumpkins: {
    name: "Bats over a field of pumpkin lanterns by moonlight",
    keywords: ["pumpkin", "lantern", "Halloween", "field"],
  },
  castle: {
    name: "Bats over an old castle in front of the moon",
    keywords: ["castle", "towers", "hill"],
  },
};

/** Bats before a great moon. */
export const bats: Family = {
  slug: "bats",
  host: "cabinet.localhost",
  rating: "moderate",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "sunset", options: { scene: "tree" } },
    { aspect: "4:5", palette: "night", options: { scene: "church" } },
    { aspect: "16:9", palette: "violet", options: { scene: "pumpkins" } },
    { aspect: "2:3", palette: "storm", options: { scene: "castle" } },
  ],
  draw(canvas, variant): Drawing {
    const palette = LANDSCAPE[variant.palette as LandscapePaletteName];
    const scene = variant.options?.scene as Scene;
    const { width, height, short } = canvas;
    const [top, middle, low] = palette.sky;
    canvas.rect(
      0,
      0,
      width,
      height,
      canvas.linear([
        [0, lighten(top, -0.06)],
        [0.45, mix(top, middle, 0.7)],
        [0.8, mix(middle, low, 0.6)],
        [1, low],
      ]),
    );
    const isPortrait = height > width;
    const [mx, my] = [
      width * (scene === "tree" ? 0.4 : scene === "pumpkins" ? 0.62 : 0.52),
      height * (isPortrait ? 0.36 : 0.42),
    ];
    const radius = short * (isPortrait ? 0.36 : 0.32);
    stars(canvas, palette);
    fullMoon(canvas, mx, my, radius, mix(palette.sun, palette.accent, 0.12), middle);
    wisps(canvas, palette, my, radius);
    grounds(canvas, palette, scene, mx);
    swarm(canvas, palette, mx, my, radius, scene === "church" || scene === "castle");
    const { name, keywords } = SCENES[scene];
    return {
      name,
      keywords: ["bat", "bats", "moon", "full moon", "night", "sky", "silhouette", ...keywords],
      grain: 7,
    };
  },
};

function stars(canvas: Canvas, palette: LandscapePalette): void {
  const r = canvas.random("stars");
  let d = "";
  for (let i = 0; i < 90; i += 1) {
    const size = r.between(0.8, 2.4);
    d += `M${n(r.between(0, canvas.width))} ${n(r.next() ** 1.3 * canvas.height * 0.6)}h${n(size)}v${n(size)}h${n(-size)}z`;
  }
  canvas.path(d, palette.sun, { "fill-opacity": 0.7 });
}

/** Thin bands of cloud, some in front of the moon. */
function wisps(canvas: Canvas, palette: LandscapePalette, my: number, radius: number): void {
  const r = canvas.random("wisps");
  for (let i = 0; i < 7; i += 1) {
    const y = my + radius * (-0.9 + i * 0.34) + r.between(-20, 20);
    const x = r.between(-0.1, 0.8) * canvas.width;
    const w = canvas.short * r.between(0.35, 0.75);
    const h = canvas.short * r.between(0.008, 0.018);
    const d = `M${n(x)} ${n(y)}C${n(x + w * 0.3)} ${n(y - h * 2.2)} ${n(x + w * 0.5)} ${n(y - h)} ${n(x + w)} ${n(y - h * 0.4)}C${n(x + w * 0.7)} ${n(y + h * 0.9)} ${n(x + w * 0.3)} ${n(y + h * 1.3)} ${n(x)} ${n(y)}z`;
    canvas.path(d, mix(palette.sky[1], palette.sky[0], 0.35), { "fill-opacity": 0.42 });
  }
}

function grounds(canvas: Canvas, palette: LandscapePalette, scene: Scene, mx: number): void {
  const { width, height, short, id } = canvas;
  const near = mix(palette.near, "#0a0612", 0.4);
  const levels = [
    [0.72, 0.05, 2.2, 0.35],
    [0.79, 0.05, 1.7, 0.65],
    [0.87, 0.035, 1.4, 0.95],
  ] as const;
  for (const [i, [y, amplitude, frequency, t]] of levels.entries()) {
    const hill = ridge({
      width,
      height,
      y: height * y,
      amplitude: height * amplitude,
      frequency,
      seed: `${id}/hill${i}`,
    });
    const tone = mix(palette.sky[2], near, t);
    canvas.path(
      hill.d,
      canvas.linear([
        [0, tone],
        [1, mix(tone, near, 0.5)],
      ]),
    );
    const r = canvas.random(`scene${i}`);
    if (scene === "tree" && i === 2) {
      canvas.path(
        bareTree(r, width * 0.78, hill.at(width * 0.78) + 14, height * 0.62, -0.06),
        near,
      );
      canvas.path(bareTree(r, width * 0.1, hill.at(width * 0.1) + 8, height * 0.26, 0.1), near);
    }
    if (scene === "church" && i === 1)
      church(
        canvas,
        mx + short * 0.06,
        hill.at(mx) + short * 0.03,
        short * 0.66,
        near,
        palette.accent,
      );
    if (scene === "castle" && i === 1)
      castle(canvas, mx, hill.at(mx) + short * 0.05, short * 0.72, near, palette.accent);
    if ((scene === "church" || scene === "castle") && i === 2) {
      canvas.path(
        bareTree(r, width * 0.1, hill.at(width * 0.1) + 12, height * 0.4, 0.12),
        mix(near, "#05030a", 0.4),
      );
      canvas.path(
        bareTree(r, width * 0.93, hill.at(width * 0.93) + 12, height * 0.28, -0.12),
        mix(near, "#05030a", 0.4),
      );
    }
    if (scene === "pumpkins" && i > 0) {
      const row = i === 1 ? [0.2, 0.38, 0.74, 0.9] : [0.1, 0.33, 0.58, 0.86];
      for (const [k, share] of row.entries()) {
        const size = short * (i === 1 ? 0.085 : 0.19) * r.between(0.82, 1.15);
        const x = width * (share + r.between(-0.03, 0.03));
        const y = hill.at(x) + size * 0.1 + (i === 2 ? short * 0.03 : 0);
        canvas.glow(x, y, size * 1.5, palette.accent, 0.5);
        canvas.group({ transform: place(x, y, r.between(-7, 7), size / 200) }, () =>
          lantern(canvas, k % 2 ? "#c8622a" : "#d9772b"),
        );
      }
      if (i === 1)
        canvas.path(
          bareTree(r, width * 0.12, hill.at(width * 0.12) + 10, height * 0.5, 0.08),
          near,
        );
    }
  }
}

/** One bat large and near, the others smaller and further, gathered about the moon. */
function swarm(
  canvas: Canvas,
  palette: LandscapePalette,
  mx: number,
  my: number,
  radius: number,
  hasSpire: boolean,
): void {
  const r = canvas.random("bats");
  const near = mix(palette.near, "#0a0612", 0.5);
  // Clear of the spire where there is one: dark on dark would be lost.
  const first = hasSpire ? ([-0.42, -0.2, 0.8] as const) : ([-0.1, 0.1, 0.92] as const);
  const places = [
    first,
    [0.62, -0.5, 0.5],
    [-0.85, -0.62, 0.44],
    [0.2, -0.62, 0.3],
    [0.95, 0.15, 0.34],
    [-1.15, 0.12, 0.28],
    [-0.45, 0.62, 0.26],
    [0.5, 0.55, 0.24],
    [1.3, -0.35, 0.24],
    [-1.3, -0.7, 0.2],
    [0.05, -1.05, 0.18],
    [1.45, 0.5, 0.15],
    [-0.95, 0.72, 0.14],
  ] as const;
  for (const [dx, dy, size] of places) {
    const [x, y] = [mx + dx * radius + r.between(-12, 12), my + dy * radius + r.between(-12, 12)];
    canvas.path(
      bat(x, y, radius * size, r.between(-0.25, 0.7), r.between(-0.32, 0.32)),
      mix(near, palette.sky[1], size > 0.4 ? 0 : 0.14),
    );
  }
}

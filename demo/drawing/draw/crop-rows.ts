import type { Canvas } from "./canvas";
import { lighten, mix, turnHue } from "./colour";
import { ears } from "./field-foreground";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n } from "./path";

type Crop = "lavender" | "tulip" | "wheat" | "tea" | "sunflower";

export type Landmark = "cypresses" | "farmhouse" | "windmill" | "oak" | "mountains" | "none";

export type Options = {
  crop: Crop;
  landmark: Landmark;
  vanish: number;
  horizon: number;
  sunAt: number;
  isHidden: boolean;
};

export const CROP: Record<
  Crop,
  { rows: string; row: string; soil: string; keywords: readonly string[] }
> = {
  lavender: {
    rows: "Lavender rows",
    row: "#7a5cc0",
    soil: "#8a7a5c",
    keywords: ["lavender", "flowers", "purple", "provence"],
  },
  tulip: {
    rows: "Tulip rows",
    row: "#d9483e",
    soil: "#4f7a48",
    keywords: ["tulips", "flowers", "red", "yellow", "pink"],
  },
  wheat: {
    rows: "Wheat field",
    row: "#dba94a",
    soil: "#b98538",
    keywords: ["wheat", "grain", "gold", "yellow", "harvest"],
  },
  tea: {
    rows: "Tea rows and three pickers",
    row: "#4f8a4a",
    soil: "#6b5a3c",
    keywords: ["tea", "green", "plantation", "bushes", "people", "pickers", "harvest"],
  },
  sunflower: {
    rows: "Sunflower rows",
    row: "#4f7d3f",
    soil: "#6d6a3c",
    keywords: ["sunflowers", "flowers", "yellow"],
  },
};

const SPACING: Record<Crop, number> = {
  lavender: 1,
  tulip: 1.5,
  wheat: 0.75,
  tea: 1.7,
  sunflower: 1.35,
};

const DAB: Record<Crop, number> = {
  lavender: 0.2,
  tulip: 0.19,
  wheat: 0.3,
  tea: 0.2,
  sunflower: 0.36,
};

const TULIPS = ["#d9483e", "#f0b83c", "#e0689a", "#f3ece0", "#c23a5e", "#ef8a3c"];

/** One strip per row from the vanishing point to the lower edge, with dabs that grow with nearness. */
export function field(
  canvas: Canvas,
  palette: LandscapePalette,
  options: Options,
  horizonY: number,
  sunX: number,
): void {
  const { width, height } = canvas;
  const { crop, vanish } = options;
  const night = palette.isDark ? 0.4 : 0.1;
  const tone = (colour: string, far: number) =>
    mix(mix(colour, palette.near, night), mix(palette.haze, colour, 0.2), far);
  const soil = CROP[crop].soil;
  const base = crop === "wheat" ? CROP.wheat.row : soil;
  canvas.path(
    `M-5 ${n(horizonY)}H${n(width + 5)}V${n(height + 5)}H-5z`,
    canvas.linear([
      [0, tone(base, 0.4)],
      [0.16, tone(base, 0.18)],
      [1, lighten(tone(base, 0), -0.09)],
    ]),
  );
  const vx = width * vanish;
  const vy = horizonY - height * 0.03;
  const spread = (width > height ? 0.098 : 0.135) * SPACING[crop] * width;
  const reach = Math.ceil((width * 5) / spread);
  const shadeTo = sunX < vx ? 1 : -1;
  for (let i = -reach; i <= reach; i += 1) {
    const rows = crop === "tulip" ? TULIPS : [CROP[crop].row];
    const colour = mix(
      rows[((i % rows.length) + rows.length) % rows.length] ?? CROP[crop].row,
      palette.accent,
      0.05,
    );
    strip(canvas, {
      vx,
      vy,
      x: vx + (i + 0.5) * spread,
      half: spread * (crop === "tea" ? 0.4 : 0.31),
      colour: (far: number) => tone(colour, far),
      leaf: tone(mix("#4f8048", colour, 0.15), 0.08),
      palette,
      crop,
      index: i,
      horizonY,
      shadeTo,
    });
  }
  canvas.path(
    `M-5 ${n(horizonY - 6)}H${n(width + 5)}V${n(horizonY + height * 0.16)}H-5z`,
    canvas.linear([
      [0, palette.haze, 0.4],
      [1, palette.haze, 0],
    ]),
  );
  if (crop === "wheat") ears(canvas, palette, sunX);
}

type Strip = {
  vx: number;
  vy: number;
  x: number;
  half: number;
  colour: (far: number) => string;
  leaf: string;
  palette: LandscapePalette;
  crop: Crop;
  index: number;
  horizonY: number;
  shadeTo: number;
};

function strip(
  canvas: Canvas,
  { vx, vy, x, half, colour, leaf, palette, crop, index, horizonY, shadeTo }: Strip,
): void {
  const low = canvas.height + 20;
  const at = (u: number, across: number) =>
    [vx + (x + across * half - vx) * u, vy + (low - vy) * u] as const;
  const start = (horizonY - vy) / (low - vy);
  const [ax, ay] = at(start, -1);
  const [bx] = at(start, 1);
  if (Math.max(at(1, 1)[0], bx) < -60 && Math.max(at(1, -1)[0], ax) < -60) return;
  const bright =
    crop === "sunflower" ? mix("#f2b62f", palette.near, palette.isDark ? 0.2 : 0) : colour(0.05);
  const fill = canvas.linear(
    [
      [0, colour(0.45)],
      [0.14, colour(0.3)],
      [0.5, lighten(colour(0.06), -0.03)],
      [1, lighten(colour(0), -0.07)],
    ],
    { x1: 0, y1: horizonY, x2: 0, y2: low },
  );
  canvas.path(
    `M${n(ax)} ${n(ay)}L${n(bx)} ${n(ay)}L${n(x + half)} ${n(low)}L${n(x - half)} ${n(low)}z`,
    crop === "sunflower" || crop === "tulip"
      ? canvas.linear(
          [
            [0, mix(colour(0.35), bright, 0.5)],
            [0.3, mix(leaf, bright, 0.62)],
            [1, mix(lighten(leaf, -0.05), bright, 0.2)],
          ],
          { x1: 0, y1: horizonY, x2: 0, y2: low },
        )
      : fill,
  );
  const shade = shadeTo * 0.25;
  canvas.path(
    `M${n(at(start, shade)[0])} ${n(ay)}L${n(shadeTo > 0 ? bx : ax)} ${n(ay)}L${n(x + shadeTo * half)} ${n(low)}L${n(x + shade * half)} ${n(low)}z`,
    mix(palette.near, colour(0), 0.2),
    { "fill-opacity": 0.36 },
  );
  dabs(canvas, { at, half, colour, leaf, palette, crop, index, start });
}

function dabs(
  canvas: Canvas,
  {
    at,
    half,
    colour,
    leaf,
    palette,
    crop,
    index,
    start,
  }: Pick<Strip, "half" | "colour" | "leaf" | "palette" | "crop" | "index"> & {
    at: (u: number, across: number) => readonly [number, number];
    start: number;
  },
): void {
  const r = canvas.random(`row/${index}`);
  const count = crop === "sunflower" ? 74 : crop === "tulip" ? 150 : 96;
  const bands: [string, string, string] = ["", "", ""];
  let stalks = "";
  const lit =
    crop === "sunflower"
      ? mix("#f2b62f", palette.near, palette.isDark ? 0.14 : 0)
      : crop === "tea"
        ? lighten(colour(0), 0.035)
        : colour(0.02);
  const bright = lighten(
    mix(turnHue(lit, 8), palette.sun, crop === "tea" ? 0.02 : 0.16),
    crop === "tea" ? 0 : 0.05,
  );
  const tones = [
    lighten(lit, -0.07),
    lit,
    crop === "sunflower" ? mix("#4a2c22", palette.near, 0.3) : bright,
  ];
  const flush = () => {
    stroke(canvas, stalks, lighten(leaf, -0.02), crop === "wheat" ? 2 : 2.6, 0.8);
    stalks = "";
    bands.forEach((d, i) => {
      canvas.path(d, tones[i] ?? lit);
      bands[i] = "";
    });
  };
  for (let i = 0; i < count; i += 1) {
    const u =
      start +
      (1 - start) *
        (0.05 + 0.95 * ((i + r.next() * 0.6) / count) ** (crop === "sunflower" ? 1.35 : 1.5));
    const [px, py] = at(u, r.between(-0.86, 0.86));
    const size = half * u * DAB[crop] * r.between(0.7, 1.25);
    if (px < -40 || px > canvas.width + 40 || size < (crop === "wheat" ? 2.2 : 1.3)) continue;
    const rise = size * (crop === "wheat" ? 2.6 : crop === "tea" ? 0.4 : 1.9) * (0.4 + u);
    const band = (i % 3) as 0 | 1 | 2;
    if (crop === "lavender") {
      if (u > 0.35) stalks += `M${n(px)} ${n(py)}l${n(r.between(-3, 3) * u)} ${n(-rise * 0.6)}`;
      bands[band] += ellipsePath(px, py - rise, size * 0.44, size * 1.35);
    } else if (crop === "wheat") {
      stalks += `M${n(px)} ${n(py)}q${n(size * 0.2)} ${n(-rise * 0.6)} ${n(size * 0.7)} ${n(-rise)}`;
      bands[band] +=
        `M${n(px + size * 0.7)} ${n(py - rise + size * 0.7)}q${n(-size * 0.2)} ${n(-size * 1.0)} ${n(size * 0.55)} ${n(-size * 2)}q${n(size * 0.5)} ${n(size * 1.1)} ${n(-size * 0.55)} ${n(size * 2)}z`;
    } else if (crop === "tulip") {
      if (u > 0.3) stalks += `M${n(px)} ${n(py)}v${n(-rise * 0.7)}`;
      bands[band] +=
        `M${n(px - size * 0.6)} ${n(py - rise - size * 0.7)}q${n(size * 0.3)} ${n(size * 0.5)} ${n(size * 0.6)} ${n(-size * 0.2)}q${n(size * 0.3)} ${n(size * 0.7)} ${n(size * 0.6)} ${n(size * 0.2)}q${n(size * 0.2)} ${n(size * 1.5)} ${n(-size * 0.6)} ${n(size * 1.5)}q${n(-size * 0.8)} 0 ${n(-size * 0.6)} ${n(-size * 1.5)}z`;
    } else if (crop === "sunflower") {
      stalks += `M${n(px)} ${n(py + size)}v${n(-rise * 1.1)}`;
      bands[(i % 2) as 0 | 1] += ellipsePath(px, py - rise, size, size * 0.94);
      bands[2] += ellipsePath(px, py - rise, size * 0.45, size * 0.42);
      if (i % 5 === 4) flush();
    } else {
      bands[band] += ellipsePath(px, py - rise, size * 1.2, size * 0.75);
    }
  }
  stroke(canvas, stalks, lighten(leaf, -0.02), crop === "wheat" ? 2 : 2.6, 0.8);
  flush();
}

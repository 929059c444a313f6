import type { Canvas } from "../draw/canvas";
import { colourWord, lighten, mix } from "../draw/colour";
import { PRINT, type PrintPaletteName } from "../draw/palettes";
import { aOrAn, circle, line, PRINT_WORDS, ramp } from "../draw/print";
import type { Drawing, Family } from "../family";

type Scene = "all" | "sun" | "moon";

/** How one hundred scales are drawn: shares of the radius from the outside inwards, and which tone. */
type Scale = readonly (readonly [share: number, tone: "ground" | "ink" | "accent"])[];
const RINGS: Scale = [
  [1, "ground"],
  [0.94, "ink"],
  [0.76, "ground"],
  [0.6, "ink"],
  [0.43, "ground"],
  [0.27, "ink"],
];
const BOLD: Scale = [
  [1, "ground"],
  [0.92, "ink"],
  [0.62, "ground"],
  [0.34, "accent"],
];
const FINE: Scale = [
  [1, "ground"],
  [0.96, "ink"],
  [0.88, "ground"],
  [0.8, "ink"],
  [0.7, "ground"],
  [0.6, "ink"],
  [0.48, "ground"],
  [0.36, "ink"],
  [0.22, "ground"],
];
const SCALES: Record<string, Scale> = { rings: RINGS, bold: BOLD, fine: FINE };

/** Rows of overlapping ringed discs, the Japanese sea pattern; some with a sky above. */
export const seigaihaWaves: Family = {
  slug: "seigaiha-waves",
  host: "papercraft.localhost",
  rating: "strict",
  isCutOut: false,
  isGraphic: true,
  variants: [
    { aspect: "3:2", palette: "indigo", options: { scene: "sun", scale: "rings", across: 11 } },
    { aspect: "4:5", palette: "riviera", options: { scene: "all", scale: "bold", across: 6 } },
    { aspect: "16:9", palette: "plum", options: { scene: "moon", scale: "fine", across: 13 } },
    { aspect: "1:1", palette: "indigo", options: { scene: "all", scale: "rings", across: 8 } },
    { aspect: "2:3", palette: "forest", options: { scene: "sun", scale: "bold", across: 6 } },
    { aspect: "3:2", palette: "candy", options: { scene: "all", scale: "fine", across: 9 } },
  ],
  draw(canvas, variant): Drawing {
    const palette = PRINT[variant.palette as PrintPaletteName];
    const scene = variant.options?.scene as Scene;
    const scale = SCALES[String(variant.options?.scale)] ?? RINGS;
    const across = Number(variant.options?.across);
    const light = scene === "moon" ? palette.ink : palette.paper;
    const [deep, pale, red] = TONES[palette.name];
    canvas.rect(0, 0, canvas.width, canvas.height, light);
    if (scene !== "all") disc(canvas, scene, palette.paper, red);
    waves(canvas, { scene, scale, across, deep, pale, red, paper: palette.paper });
    const words = PRINT_WORDS[palette.name];
    const disk = scene === "moon" ? "a full moon" : `${aOrAn(colourWord(red))} sun`;
    const sea = scene === "moon" ? "lilac" : colourWord(mix(deep, pale, 0.3));
    return {
      name:
        scene === "all"
          ? `Japanese wave pattern in ${words.title}`
          : `Patterned ${sea} waves under ${disk}`,
      keywords: [
        ...["waves", "sea", "water", "pattern", "Japanese", "seigaiha", ...words.keywords],
        ...(scene === "all" ? ["scales", "circles"] : [scene, "sky", "birds"]),
      ],
      grain: 9,
    };
  },
};

/** Deep and pale water and the one warm colour, all of the print palette. */
const TONES: Record<PrintPaletteName, readonly [deep: string, pale: string, red: string]> = {
  bauhaus: ["#1f4e8c", "#e8d3b0", "#d63a2a"],
  riviera: ["#16324f", "#2a9d8f", "#e86a4a"],
  clay: ["#3f5e5a", "#7d8f69", "#b5533c"],
  plum: ["#4b3b6b", "#b9a3c7", "#f0b98d"],
  forest: ["#14281d", "#7ba05b", "#c96a3b"],
  nordic: ["#1c2b36", "#8fb0bf", "#c2553f"],
  candy: ["#33254f", "#7a6fd0", "#f26a7e"],
  indigo: ["#10182b", "#4f74b0", "#c9433a"],
};

/** The sun or the moon with thin bands of cloud across, and a few birds. */
function disc(canvas: Canvas, scene: Scene, paper: string, red: string): void {
  const { width, height, short } = canvas;
  const isPortrait = height > width;
  const radius = short * (isPortrait ? 0.3 : 0.31);
  const x = width * (scene === "moon" ? 0.32 : isPortrait ? 0.55 : 0.64);
  const y = height * (isPortrait ? 0.32 : 0.42);
  const colour = scene === "moon" ? mix(paper, red, 0.18) : red;
  if (scene === "moon") canvas.glow(x, y, radius * 1.9, colour, 0.35);
  canvas.path(
    circle(x, y, radius),
    canvas.linear([
      [0, lighten(colour, 0.03)],
      [1, lighten(colour, -0.03)],
    ]),
  );
  const r = canvas.random("cloud");
  const sky = scene === "moon" ? "#2d1b33" : paper;
  for (const [share, reach] of [
    [-0.42, 0.72],
    [-0.2, 0.5],
    [0.02, 0.8],
  ] as const) {
    const left = x - radius * (1.35 - r.between(0, 0.5));
    const cloudY = y + radius * share;
    const to = left + radius * 2 * reach;
    canvas.add(
      line(`M${left.toFixed(1)} ${cloudY.toFixed(1)}H${to.toFixed(1)}`, sky, radius * 0.055),
    );
  }
  const side = x < width / 2 ? 1 : -1;
  for (let i = 0; i < 5; i += 1) {
    const size = short * (0.05 - i * 0.005);
    const bx = x + side * (radius * 1.25 + i * short * 0.085) + r.between(-8, 8);
    const by = y - radius * 0.85 + Math.abs(i - 2) * short * 0.035;
    const wing = `M${(bx - size).toFixed(1)} ${(by - size * 0.35).toFixed(1)}q${(size * 0.6).toFixed(1)} ${(-size * 0.25).toFixed(1)} ${size.toFixed(1)} ${(size * 0.45).toFixed(1)}q${(size * 0.4).toFixed(1)} ${(-size * 0.7).toFixed(1)} ${size.toFixed(1)} ${(-size * 0.45).toFixed(1)}`;
    if (bx > 0 && bx < width)
      canvas.add(line(wing, scene === "moon" ? mix(paper, red, 0.3) : "#10182b", 4.5));
  }
}

type Waves = {
  scene: Scene;
  scale: Scale;
  across: number;
  deep: string;
  pale: string;
  red: string;
  paper: string;
};

/** Row by row from the top, so that each row covers the feet of the one behind. */
function waves(canvas: Canvas, plan: Waves): void {
  const { width, height } = canvas;
  const r = canvas.random("waves");
  const radius = width / plan.across / 2;
  const rows = Math.ceil((height * 1.1) / (radius / 2)) + 2;
  const phase = r.between(0, 1);
  const isPortrait = height > width;
  const crest = (x: number) => {
    const u = x / width;
    if (plan.scene === "all") return -radius * 2;
    const swell = 0.1 * Math.sin((u * (isPortrait ? 0.8 : 1.15) + phase) * Math.PI * 2);
    return height * (isPortrait ? 0.5 : 0.6) + height * swell;
  };
  for (let row = 0; row < rows; row += 1) {
    const y = (row * radius) / 2;
    const centres: number[] = [];
    for (let x = row % 2 ? 0 : radius; x <= width + radius; x += radius * 2) {
      if (y >= crest(x)) centres.push(x);
    }
    const t = Math.min(1, y / height);
    const tones = ramp([mix(plan.pale, plan.paper, 0.3), plan.pale, plan.deep, plan.deep], 7);
    const special = centres.filter(() => r.chance(plan.scene === "all" ? 0.04 : 0.025));
    const toneOf = (x: number) => {
      const drift = Math.sin((x / width) * 4.1 + phase * 6 + Math.sin(t * 5) * 1.2) * 0.3;
      const band = 0.5 + 0.4 * Math.sin(t * 5.2 + phase * 9 + (x / width) * 2.6);
      return plan.scene === "all" ? Math.min(6, Math.max(0, Math.round((band + drift) * 6))) : 7;
    };
    for (const [index, tone] of [...tones, mix(plan.pale, plan.deep, t ** 1.3)].entries()) {
      const plain = centres.filter((x) => !special.includes(x) && toneOf(x) === index);
      const accent = index < 2 ? plan.deep : plan.red;
      rings(canvas, plain, y, radius, plan.scale, { ground: plan.paper, ink: tone, accent });
    }
    const spot = { ground: plan.paper, ink: plan.red, accent: plan.deep };
    rings(canvas, special, y, radius, plan.scale, spot);
  }
}

function rings(
  canvas: Canvas,
  centres: readonly number[],
  y: number,
  radius: number,
  scale: Scale,
  tones: Record<"ground" | "ink" | "accent", string>,
): void {
  for (const [share, tone] of scale) {
    canvas.path(centres.map((x) => circle(x, y, radius * share)).join(""), tones[tone]);
  }
}

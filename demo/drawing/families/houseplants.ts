import type { Canvas } from "../draw/canvas";
import { lighten, lightness, mix, turnHue } from "../draw/colour";
import { houseplant, PLANT_WORDS, type PlantKind } from "../draw/houseplants";
import {
  backdrop,
  footShadow,
  type Light,
  lightPatch,
  tabletop,
  turned,
  wall,
} from "../draw/interior";
import { INTERIOR, type InteriorPalette, type InteriorPaletteName } from "../draw/palettes";
import { n, type Point } from "../draw/path";
import type { Drawing, Family } from "../family";

type Behind = "disc" | "arch" | "sunlight" | "band" | "shelf";
type Options = { plants: string; behind: Behind; light: Light; title: string };

const BEHIND: Record<Behind, readonly string[]> = {
  disc: ["circle"],
  arch: ["arch"],
  sunlight: ["sunlight", "sun", "shadow"],
  band: ["painted wall"],
  shelf: ["shelf", "hanging"],
};

/** Potted plants on a table or a shelf before a painted wall. */
export const houseplants: Family = {
  slug: "houseplants",
  host: "windowseat.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("3:2", "ochre", "sword split", "disc", "left", "before an ochre wall"),
    plan("4:5", "blush", "split", "arch", "right", "in a pink room"),
    plan("3:2", "terracotta", "citrus cactus fern", "sunlight", "right", "on a sunny morning"),
    plan("2:3", "sage", "trailing coin", "shelf", "left", "on and below a shelf"),
    plan("1:1", "mist", "rubber", "disc", "left", "in cool daylight"),
    plan("16:9", "linen", "coin paddle tulips sword", "band", "right", "on a table"),
    plan("4:5", "cobalt", "paddle cactus", "arch", "left", "before a blue wall"),
    plan("3:2", "evening", "tulips fern", "disc", "right", "on a dark evening"),
  ],
  draw(canvas, variant): Drawing {
    const palette = INTERIOR[variant.palette as InteriorPaletteName];
    const options = variant.options as Options;
    const kinds = options.plants.split(" ") as PlantKind[];
    room(canvas, palette, options);
    const tableY = canvas.height * (canvas.height > canvas.width * 1.2 ? 0.84 : 0.8);
    if (options.behind !== "shelf")
      tabletop(canvas, { y: tableY, colour: palette.table, light: options.light });
    spots(canvas, kinds, tableY).forEach((spot, i) => {
      potted(canvas, palette, options, spot, i);
    });
    const words = kinds.map((kind) => PLANT_WORDS[kind]);
    return {
      name: `${sentence(words.map(([word]) => word))} ${options.title}`,
      keywords: [
        "plant",
        "houseplant",
        "pot",
        "leaves",
        "green",
        "interior",
        "room",
        ...words.flat(),
        ...BEHIND[options.behind],
      ],
      grain: 8,
    };
  },
};

function plan(
  aspect: Family["variants"][number]["aspect"],
  palette: InteriorPaletteName,
  plants: string,
  behind: Behind,
  light: Light,
  title: string,
) {
  return { aspect, palette, options: { plants, behind, light, title } satisfies Options };
}

function sentence(words: readonly string[]): string {
  const named = words.map((word) =>
    word.endsWith("tulips") || word.startsWith("trailing") ? word : `a ${word}`,
  );
  const joined =
    named.length > 1 ? `${named.slice(0, -1).join(", ")} and ${named.at(-1)}` : `${named[0]}`;
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}

function room(canvas: Canvas, palette: InteriorPalette, { behind, light }: Options): void {
  const { width, height, short } = canvas;
  wall(canvas, palette.wall, light);
  const shape =
    lightness(palette.wall) > 0.5
      ? mix(palette.wall, palette.objects[0] ?? palette.accent, 0.52)
      : lighten(turnHue(palette.wall, 14), 0.11);
  if (behind === "disc")
    backdrop(canvas, {
      kind: "disc",
      x: width * 0.52,
      y: height * 0.9,
      size: short * 0.41,
      colour: shape,
    });
  if (behind === "arch")
    backdrop(canvas, {
      kind: "arch",
      x: width * 0.5,
      y: height,
      size: Math.min(width * 0.47, height * 0.5),
      colour: shape,
    });
  if (behind === "band") canvas.rect(0, height * 0.46, width, height * 0.5, shape);
  if (behind === "sunlight") {
    lightPatch(canvas, {
      x: width * 0.2,
      y: height * 0.09,
      width: width * 0.42,
      height: height * 0.6,
      light,
      colour: lighten(mix(palette.wall, "#fff0c0", 0.6), 0.05),
    });
  }
  if (behind === "shelf") {
    lightPatch(canvas, {
      x: width * 0.16,
      y: height * 0.5,
      width: width * 0.5,
      height: height * 0.36,
      light,
      colour: palette.paper,
    });
  }
}

type Spot = { kind: PlantKind; x: number; foot: number; size: number };

/** Where each plant stands; the tallest is the second of three, and trailing ones need a shelf. */
function spots(canvas: Canvas, kinds: readonly PlantKind[], tableY: number): Spot[] {
  const { width, height, short } = canvas;
  const room = tableY - height * 0.08;
  if (kinds[0] === "trailing") {
    return [
      { kind: "trailing", x: width * 0.36, foot: height * 0.29, size: short * 0.66 },
      { kind: kinds[1] ?? "coin", x: width * 0.64, foot: height * 0.91, size: short * 0.5 },
    ];
  }
  const across =
    [[0.5], [0.32, 0.7], [0.22, 0.48, 0.77], [0.185, 0.41, 0.635, 0.855]][kinds.length - 1] ?? [];
  const share = [0.8, 0.8, 0.72, 0.64][kinds.length - 1] ?? 0.5;
  const sizes = kinds.length === 1 ? [1] : [1, 0.84, 0.92, 0.8];
  const TALL: Partial<Record<PlantKind, number>> = {
    citrus: 1.12,
    rubber: 1.06,
    cactus: 0.86,
    fern: 0.82,
    coin: 0.88,
  };
  return kinds.map((kind, i) => ({
    kind,
    x: width * (across[i] ?? 0.5),
    foot: tableY + (height - tableY) * (i % 2 ? 0.56 : 0.36),
    size: Math.min(room * share, width * 0.58) * (sizes[i] ?? 1) * (TALL[kind] ?? 1),
  }));
}

const PROFILES: ReadonlyArray<readonly Point[]> = [
  [
    [0, 1],
    [0.14, 1.02],
    [0.15, 0.93],
    [0.6, 0.84],
    [1, 0.68],
  ],
  [
    [0, 0.86],
    [0.12, 0.98],
    [0.45, 1.08],
    [0.8, 0.92],
    [1, 0.66],
  ],
  [
    [0, 0.94],
    [0.4, 0.93],
    [0.9, 0.9],
    [1, 0.84],
  ],
  [
    [0, 0.98],
    [0.34, 0.9],
    [0.72, 0.62],
    [0.84, 0.42],
    [0.93, 0.5],
    [1, 0.6],
  ],
];

function potted(
  canvas: Canvas,
  palette: InteriorPalette,
  { light, behind }: Options,
  spot: Spot,
  index: number,
): void {
  const { kind, x, foot, size } = spot;
  const half = size * (kind === "trailing" ? 0.15 : 0.22);
  const height = half * 1.75;
  const random = canvas.random(`pot/${index}`);
  const against = [palette.wall, palette.table].map(lightness);
  const choices = [...palette.objects, palette.paper, palette.accent].filter((colour) =>
    against.every((ground) => Math.abs(ground - lightness(colour)) > 0.11),
  );
  const colour = choices[(index + 1) % choices.length] ?? palette.paper;
  const greens =
    palette.wall === "#b9c7b0" ? ["#3d6b4f", "#4d7a4a"] : ["#4f8f5a", "#3f7d5e", "#6a9a4f"];
  const base = greens[index % greens.length] ?? "#4f8f5a";
  const green = mix(base, lightness(palette.wall) < 0.45 ? "#a9d08a" : "#17475a", 0.16);
  if (behind === "shelf") shelf(canvas, palette, spot, light);
  footShadow(canvas, { x, y: foot, rx: half, light });
  const profile = (PROFILES[(index + kind.length) % PROFILES.length] ?? []).map(
    ([t, w]): Point => [t, w * half],
  );
  const body = { x, foot, height, profile, colour, light, inside: "#4a3328", random };
  const plant = {
    x,
    y: foot - height + half * 0.04,
    size,
    green,
    bloom: palette.objects[0] ?? "#e07a4b",
    random,
  };
  turned(canvas, body, () =>
    pattern(canvas, index, { x, top: foot - height, height, half, colour }),
  );
  houseplant(canvas, kind, plant);
}

function shelf(canvas: Canvas, palette: InteriorPalette, { foot, kind }: Spot, light: Light): void {
  const { width } = canvas;
  const wood = mix(palette.objects[0] ?? palette.accent, palette.dark, 0.42);
  const left = kind === "trailing" ? 0 : width * 0.26;
  const right = kind === "trailing" ? width * 0.72 : width;
  const d = `M${n(left)} ${n(foot - 8)}H${n(right)}v34H${n(left)}z`;
  canvas.softShadow(d, light === "left" ? 26 : -26, 54, 0.3);
  canvas.path(
    d,
    canvas.linear([
      [0, lighten(wood, 0.07)],
      [0.3, wood],
      [1, lighten(wood, -0.09)],
    ]),
  );
}

function pattern(
  canvas: Canvas,
  index: number,
  {
    x,
    top,
    height,
    half,
    colour,
  }: { x: number; top: number; height: number; half: number; colour: string },
): void {
  const ink = lightness(colour) > 0.6 ? lighten(colour, -0.22) : mix(colour, "#fff4dc", 0.72);
  const style = index % 3;
  if (style === 0) {
    let d = "";
    for (const at of [0.42, 0.58]) {
      d += `M${n(x - half * 1.2)} ${n(top + height * at)}`;
      for (let i = 0; i < 12; i += 1)
        d += `l${n(half * 0.2)} ${n((i % 2 ? -1 : 1) * height * 0.1)}`;
    }
    canvas.stroke(d, ink, half * 0.055, { "stroke-opacity": 0.9 });
  } else if (style === 1) {
    const y = top + height * 0.3;
    canvas.stroke(
      `M${n(x - half * 1.2)} ${n(y)}Q${n(x)} ${n(y + half * 0.22)} ${n(x + half * 1.2)} ${n(y)}m0 ${n(half * 0.2)}Q${n(x)} ${n(y + half * 0.42)} ${n(x - half * 1.2)} ${n(y + half * 0.2)}`,
      ink,
      half * 0.07,
    );
  } else {
    let dots = "";
    for (let row = 0; row < 4; row += 1) {
      for (let i = -4; i <= 4; i += 1) {
        const cx = x + (i + (row % 2) / 2) * half * 0.27;
        const cy = top + height * (0.34 + row * 0.16) + half * 0.08 * (1 - ((cx - x) / half) ** 2);
        dots += `M${n(cx - half * 0.055)} ${n(cy)}a${n(half * 0.055)} ${n(half * 0.055)} 0 1 0 ${n(half * 0.11)} 0a${n(half * 0.055)} ${n(half * 0.055)} 0 1 0 ${n(-half * 0.11)} 0z`;
      }
    }
    canvas.path(dots, ink);
  }
}

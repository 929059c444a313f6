import "server-only";
import { type BloomKind, bloom, sprig } from "../draw/bloom";
import type { Canvas } from "../draw/canvas";
import { lighten, lightness, mix, turnHue } from "../draw/colour";
import {
  backdrop,
  footShadow,
  type Light,
  lightPatch,
  shadeSide,
  tabletop,
  turned,
  wall,
} from "../draw/interior";
import { stroke } from "../draw/leaves";
import { INTERIOR, type InteriorPalette, type InteriorPaletteName } from "../draw/palettes";
import { n, type Point } from "../draw/path";
import { FRUIT, type FruitKind, tableFruit } from "../draw/table-fruit";
import type { Aspect, Drawing, Family } from "../family";

type Vase = "bottle" | "jar" | "amphora" | "jug" | "bowl";
type Filling = BloomKind | "eucalyptus" | "olive" | "grasses" | "none";
type Behind = "disc" | "arch" | "sunlight";
type Options = {
  vase: Vase;
  filling: Filling;
  fruit: string;
  behind: Behind;
  light: Light;
  cloth: boolean;
};

const FILLING: Record<Filling, readonly [name: string, ...others: string[]]> = {
  daisy: ["daisies", "flowers", "white"],
  sunflower: ["sunflowers", "flowers", "yellow"],
  rose: ["roses", "flowers"],
  poppy: ["poppies", "flowers", "red"],
  tulip: ["tulips", "flowers"],
  cornflower: ["cornflowers", "flowers", "blue"],
  anemone: ["anemones", "flowers"],
  eucalyptus: ["eucalyptus", "leaves", "branches"],
  olive: ["olive branches", "leaves", "branches"],
  grasses: ["dry grasses", "dried flowers"],
  none: [""],
};
const VASE: Record<Vase, readonly [name: string, ...others: string[]]> = {
  bottle: ["slim vase", "bottle"],
  jar: ["round vase", "jar"],
  amphora: ["two-handled vase", "amphora"],
  jug: ["jug", "pitcher"],
  bowl: ["bowl", "dish"],
};
const PROFILE: Record<Vase, readonly Point[]> = {
  bottle: [
    [0, 0.36],
    [0.05, 0.28],
    [0.34, 0.22],
    [0.5, 0.42],
    [0.68, 0.86],
    [0.86, 0.94],
    [1, 0.66],
  ],
  jar: [
    [0, 0.5],
    [0.06, 0.44],
    [0.14, 0.5],
    [0.34, 0.9],
    [0.58, 1],
    [0.82, 0.8],
    [1, 0.54],
  ],
  amphora: [
    [0, 0.46],
    [0.06, 0.36],
    [0.2, 0.34],
    [0.36, 0.76],
    [0.52, 0.92],
    [0.74, 0.72],
    [0.93, 0.36],
    [1, 0.46],
  ],
  jug: [
    [0, 0.56],
    [0.1, 0.48],
    [0.26, 0.48],
    [0.5, 0.82],
    [0.76, 0.92],
    [0.94, 0.76],
    [1, 0.66],
  ],
  bowl: [
    [0, 1.5],
    [0.2, 1.46],
    [0.5, 1.26],
    [0.8, 0.82],
    [0.88, 0.56],
    [1, 0.62],
  ],
};

/** Fruit beside a vase, a jug or in a bowl, on a table before a quiet wall. */
export const stillLife: Family = {
  slug: "still-life",
  host: "windowseat.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("3:2", "cobalt", {
      vase: "bottle",
      filling: "anemone",
      fruit: "pomegranate pear lemon slice",
      behind: "disc",
      light: "left",
      cloth: false,
    }),
    plan("4:5", "sage", {
      vase: "jar",
      filling: "eucalyptus",
      fruit: "peach fig slice",
      behind: "arch",
      light: "right",
      cloth: true,
    }),
    plan("3:2", "terracotta", {
      vase: "jug",
      filling: "sunflower",
      fruit: "lemon pear grapes",
      behind: "sunlight",
      light: "left",
      cloth: false,
    }),
    plan("1:1", "evening", {
      vase: "bowl",
      filling: "none",
      fruit: "orange apple pear grapes",
      behind: "disc",
      light: "right",
      cloth: false,
    }),
    plan("3:2", "linen", {
      vase: "amphora",
      filling: "poppy",
      fruit: "apple plum cherries",
      behind: "arch",
      light: "right",
      cloth: true,
    }),
    plan("16:9", "blush", {
      vase: "jar",
      filling: "tulip",
      fruit: "lemon orange slice",
      behind: "disc",
      light: "left",
      cloth: false,
    }),
    plan("4:5", "mist", {
      vase: "jug",
      filling: "daisy",
      fruit: "pear plum",
      behind: "sunlight",
      light: "left",
      cloth: true,
    }),
    plan("2:3", "ochre", {
      vase: "bottle",
      filling: "olive",
      fruit: "fig peach",
      behind: "arch",
      light: "left",
      cloth: false,
    }),
  ],
  draw(canvas, variant): Drawing {
    const palette = INTERIOR[variant.palette as InteriorPaletteName];
    const options = variant.options as Options;
    const kinds = options.fruit.split(" ") as FruitKind[];
    const tableY = canvas.height * (canvas.height > canvas.width ? 0.7 : 0.66);
    background(canvas, palette, options, tableY);
    if (options.cloth) cloth(canvas, palette, tableY);
    const counts = arrange(canvas, palette, options, kinds, tableY);
    return { ...title(options, counts), grain: 9 };
  },
};

function plan(aspect: Aspect, palette: InteriorPaletteName, options: Options) {
  return { aspect, palette, options };
}

const COUNT = ["no", "a", "two", "three", "four", "five", "six", "seven"];

function title(
  { vase, filling, cloth, behind }: Options,
  counts: ReadonlyMap<FruitKind, number>,
): Omit<Drawing, "grain"> {
  const fruits = [...counts].map(([kind, count]) => {
    if (count > 1 && kind !== "grapes") return `${COUNT[count]} ${FRUIT[kind].many}`;
    const { one } = FRUIT[kind];
    return kind === "grapes"
      ? "grapes"
      : kind === "cherries"
        ? "cherries"
        : `${/^[aeo]/.test(one) ? "an" : "a"} ${one}`;
  });
  const named = (most: number) => {
    const shown = fruits.slice(0, most);
    const list =
      shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : `${shown[0]}`;
    return vase === "bowl"
      ? `Bowl with ${list}`
      : `${FILLING[filling][0]} in a ${VASE[vase][0]} with ${list}`;
  };
  const name = named(3).length > 70 ? named(2) : named(3);
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    keywords: [
      "still life",
      "table",
      "fruit",
      vase === "bowl" ? "bowl" : "vase",
      ...VASE[vase],
      ...FILLING[filling].filter(Boolean),
      ...[...counts.keys()].flatMap((kind) => [FRUIT[kind].one, FRUIT[kind].many]),
      ...(cloth ? ["tablecloth"] : []),
      ...(behind === "sunlight" ? ["sunlight"] : []),
    ],
  };
}

function background(
  canvas: Canvas,
  palette: InteriorPalette,
  { behind, light }: Options,
  tableY: number,
): void {
  const { width, height, short } = canvas;
  wall(canvas, palette.wall, light);
  const isLight = lightness(palette.wall) > 0.5;
  const tint = isLight
    ? mix(palette.wall, palette.objects[0] ?? palette.accent, 0.4)
    : lighten(turnHue(palette.wall, 14), 0.11);
  if (behind === "disc")
    backdrop(canvas, {
      kind: "disc",
      x: width * 0.5,
      y: tableY + short * 0.16,
      size: short * 0.39,
      colour: tint,
    });
  else if (behind === "arch")
    backdrop(canvas, {
      kind: "arch",
      x: width * 0.5,
      y: tableY,
      size: Math.min(width * 0.46, tableY * 0.52),
      colour: tint,
    });
  else
    lightPatch(canvas, {
      x: width * (light === "left" ? 0.28 : 0.3),
      y: height * 0.08,
      width: Math.min(width * 0.5, short * 0.62),
      height: height * 0.52,
      light,
      colour: lighten(mix(palette.wall, "#fff0c0", 0.6), 0.05),
    });
  tabletop(canvas, { y: tableY, colour: palette.table, light });
}

function cloth(canvas: Canvas, palette: InteriorPalette, tableY: number): void {
  const { width, height } = canvas;
  const y = tableY + (height - tableY) * 0.1;
  const ink = mix(palette.paper, palette.accent, 0.62);
  const d = `M${n(width * 0.07)} ${n(y)}H${n(width * 0.93)}L${n(width * 1.04)} ${n(height + 10)}H${n(-width * 0.04)}z`;
  canvas.softShadow(d, 8, 10, 0.2);
  canvas.path(
    d,
    canvas.linear([
      [0, palette.paper],
      [1, lighten(palette.paper, -0.07)],
    ]),
  );
  let stripes = "";
  for (let i = 1; i < 12; i += 1) {
    const t = i / 12;
    const top = width * (0.07 + 0.86 * t);
    const low = width * (-0.04 + 1.08 * t);
    const half = i % 2 ? 0.006 : 0.0022;
    stripes += `M${n(top - width * half)} ${n(y)}H${n(top + width * half)}L${n(low + width * half * 1.25)} ${n(height + 10)}H${n(low - width * half * 1.25)}z`;
  }
  canvas.path(stripes, ink, { "fill-opacity": 0.8 });
}

/** Places vase and fruit, far ones first, and says how many of each fruit were drawn. */
function arrange(
  canvas: Canvas,
  palette: InteriorPalette,
  options: Options,
  kinds: readonly FruitKind[],
  tableY: number,
): Map<FruitKind, number> {
  const { width, height } = canvas;
  const portrait = height > width;
  const unit = Math.min(height * 0.105, width * (portrait ? 0.128 : 0.1));
  const deep = height - tableY;
  const side = shadeSide(options.light);
  const mid = width * 0.5;
  const isBowl = options.vase === "bowl";
  const vaseX = isBowl ? mid : mid - side * unit * (portrait ? 1.5 : 2.2);
  const back = tableY + deep * 0.3;
  const front = tableY + deep * 0.62;
  const kind = (i: number) => kinds[i % kinds.length] ?? "apple";
  const rows: Array<{ kind: FruitKind; x: number; foot: number; k: number }> = isBowl
    ? [
        { kind: kind(0), x: mid - unit * 3.1, foot: front + unit * 0.2, k: 1 },
        { kind: kind(2), x: mid + unit * 3.0, foot: front - unit * 0.1, k: 1 },
      ]
    : [
        { kind: kind(0), x: vaseX + side * unit * 2.35, foot: back + deep * 0.06, k: 1.06 },
        { kind: kind(1), x: vaseX + side * unit * 4.2, foot: back + deep * 0.1, k: 1 },
        { kind: kind(0), x: vaseX + side * unit * 3.35, foot: front, k: 1.04 },
        {
          kind: kind(2),
          x: vaseX + side * unit * (portrait ? 0.7 : 1.0),
          foot: front + deep * 0.13,
          k: 0.92,
        },
      ];
  if (!portrait && !isBowl) {
    rows.push({ kind: kind(3), x: vaseX - side * unit * 2.3, foot: front - deep * 0.02, k: 0.9 });
    rows.push({ kind: kind(1), x: vaseX + side * unit * 5.6, foot: front + deep * 0.02, k: 0.96 });
  }
  const counts = new Map<FruitKind, number>();
  const count = (what: FruitKind) => counts.set(what, (counts.get(what) ?? 0) + 1);
  if (isBowl)
    for (const what of heap(canvas, options, kinds, { x: mid, foot: front, unit })) count(what);
  vessel(canvas, palette, options, { x: vaseX, foot: isBowl ? front : back + deep * 0.12, unit });
  rows.sort((a, b) => a.foot - b.foot);
  rows.forEach((row, i) => {
    const radius = unit * row.k;
    footShadow(canvas, {
      x: row.x,
      y: row.foot - radius * 0.06,
      rx: radius * 0.86,
      light: options.light,
    });
    tableFruit(canvas, row.kind, {
      x: row.x,
      foot: row.foot,
      radius,
      light: options.light,
      random: canvas.random(`fruit/${i}`),
      turn:
        row.kind === "pear"
          ? side * (i % 2 ? 7 : -9)
          : row.kind === "lemon"
            ? i % 2
              ? 12
              : -14
            : 0,
    });
    count(row.kind);
  });
  return counts;
}

/** The fruit piled in the bowl, drawn before the bowl itself. */
function heap(
  canvas: Canvas,
  { light }: Options,
  kinds: readonly FruitKind[],
  { x, foot, unit }: { x: number; foot: number; unit: number },
): FruitKind[] {
  const rim = foot - unit * 2.1;
  const places: ReadonlyArray<readonly [number, number, number]> = [
    [-0.1, 0.85, 2],
    [-1.75, 0.1, 0],
    [1.75, 0.12, 1],
    [0.95, 0.75, 0],
    [-1.0, 0.62, 1],
    [0.05, -0.1, 0],
    [-1.1, -0.3, 0],
    [1.2, -0.3, 3],
  ];
  return places.map(([px, py, index], i) => {
    const kind = kinds[index % kinds.length] ?? "apple";
    tableFruit(canvas, kind, {
      x: x + px * unit,
      foot: rim + unit * (0.55 - py),
      radius: unit,
      light,
      random: canvas.random(`heap/${i}`),
      turn: kind === "pear" ? 12 : 0,
    });
    return kind;
  });
}

function vessel(
  canvas: Canvas,
  palette: InteriorPalette,
  { vase, filling, light }: Options,
  at: { x: number; foot: number; unit: number },
): void {
  const { x, foot, unit } = at;
  const height = unit * (vase === "bowl" ? 2.2 : vase === "jug" ? 3.3 : 3.7);
  const half = unit * (vase === "bowl" ? 1.75 : 1.42);
  const grounds = [palette.wall, palette.table].map(lightness);
  const free = [palette.paper, ...palette.objects, palette.accent].filter((colour) =>
    grounds.every((ground) => Math.abs(ground - lightness(colour)) > 0.13),
  );
  const colour =
    free[canvas.id.charCodeAt(canvas.id.length - 1) % Math.max(1, free.length)] ?? palette.paper;
  const random = canvas.random("vase");
  if (filling !== "none") bouquet(canvas, palette, filling, { x, y: foot - height, unit });
  footShadow(canvas, { x, y: foot, rx: half * 0.8, light, alpha: 0.5 });
  const rim = lighten(colour, -0.1);
  const side = shadeSide(light);
  const handle = (to: 1 | -1) => {
    const d = `M${n(x + to * half * 0.4)} ${n(foot - height * 0.88)}C${n(x + to * half * 1.5)} ${n(foot - height * 1.02)} ${n(x + to * half * 1.5)} ${n(foot - height * 0.5)} ${n(x + to * half * 0.8)} ${n(foot - height * 0.44)}`;
    stroke(canvas, d, to === side ? rim : lighten(colour, -0.03), unit * 0.24);
  };
  if (vase === "amphora") {
    handle(1);
    handle(-1);
  } else if (vase === "jug") handle(side);
  const profile = PROFILE[vase].map(([t, w]): Point => [t, w * half]);
  turned(
    canvas,
    {
      x,
      foot,
      height,
      profile,
      colour,
      light,
      random,
      ...(vase === "bowl" ? {} : { inside: lighten(colour, -0.3) }),
    },
    () => {
      const ink =
        lightness(colour) > 0.62
          ? mix(colour, palette.accent, 0.75)
          : mix(colour, palette.paper, 0.8);
      bands(canvas, {
        x,
        top: foot - height,
        height,
        half: half * 1.6,
        ink,
        dense: vase === "jar" || vase === "bowl",
      });
    },
  );
}

function bands(
  canvas: Canvas,
  {
    x,
    top,
    height,
    half,
    ink,
    dense,
  }: { x: number; top: number; height: number; half: number; ink: string; dense: boolean },
): void {
  const arc = (y: number) =>
    `M${n(x - half)} ${n(y - half * 0.1)}Q${n(x)} ${n(y + half * 0.16)} ${n(x + half)} ${n(y - half * 0.1)}`;
  stroke(canvas, arc(top + height * 0.44) + arc(top + height * 0.49), ink, height * 0.014, 0.85);
  if (!dense) return;
  let leavesPath = "";
  for (let i = -6; i <= 6; i += 1) {
    const px = x + i * half * 0.16;
    const py = top + height * 0.62 + half * 0.04 * (1 - (i / 5) ** 2);
    leavesPath += `M${n(px)} ${n(py + height * 0.1)}q${n(half * 0.07)} ${n(-height * 0.08)} 0 ${n(-height * 0.17)}q${n(-half * 0.07)} ${n(height * 0.08)} 0 ${n(height * 0.17)}z`;
  }
  canvas.path(leavesPath, ink, { "fill-opacity": 0.85 });
}

function bouquet(
  canvas: Canvas,
  palette: InteriorPalette,
  filling: Filling,
  { x, y, unit }: { x: number; y: number; unit: number },
): void {
  const r = canvas.random("bouquet");
  const green = mix("#4f8555", lightness(palette.wall) < 0.45 ? "#b5d698" : "#1d4a4a", 0.22);
  const tips = [-0.95, 0.9, -0.55, 0.55, -0.18, 0.24, 0.02].map((t, i) => ({
    t,
    tipX: x + t * unit * 2.1,
    tipY: y - unit * (3.1 - Math.abs(t) * 1.5) * (i % 2 ? 0.88 : 1),
  }));
  if (filling === "eucalyptus" || filling === "olive") {
    for (const { tipX, tipY, t } of tips)
      sprig(canvas, {
        x: x + t * unit * 0.2,
        y: y + unit * 0.3,
        tipX,
        tipY,
        colour: lighten(mix(green, "#8fb0a8", filling === "eucalyptus" ? 0.3 : 0.05), t * 0.05),
        leaf: unit * 0.62,
        round: filling === "eucalyptus",
        pairs: filling === "olive" ? 9 : 7,
      });
    return;
  }
  if (filling === "grasses" || filling === "none") return;
  for (const { tipX, tipY, t } of tips.slice(0, 4))
    sprig(canvas, {
      x: x + t * unit * 0.2,
      y: y + unit * 0.3,
      tipX: x + (tipX - x) * 1.12,
      tipY: tipY + unit * 0.8,
      colour: lighten(green, -0.03),
      leaf: unit * 0.55,
      pairs: 5,
    });
  const tint: Record<BloomKind, string> = {
    daisy: "#fbf6ea",
    sunflower: "#efb52f",
    rose: "#d9627a",
    poppy: "#d8402e",
    tulip: "#e0568a",
    cornflower: "#4667c8",
    anemone: "#e88aa0",
  };
  let petal = tint[filling];
  if (Math.abs(lightness(petal) - lightness(palette.wall)) < 0.1)
    petal = lighten(petal, lightness(palette.wall) > 0.6 ? -0.12 : 0.12);
  for (const { tipX, tipY, t } of tips) {
    stroke(
      canvas,
      `M${n(x + t * unit * 0.2)} ${n(y + unit * 0.3)}Q${n(x + t * unit * 0.4)} ${n((y + tipY) / 2)} ${n(tipX)} ${n(tipY)}`,
      green,
      unit * 0.075,
    );
    bloom(canvas, filling, {
      x: tipX,
      y: tipY,
      radius: unit * (filling === "tulip" ? 0.56 : 0.68) * r.between(0.88, 1.1),
      colour: lighten(petal, r.between(-0.03, 0.03)),
      turn: t * 0.6,
      random: r,
    });
  }
}

import type { Filling, Options, Vase } from "../draw/bouquet";
import type { Canvas } from "../draw/canvas";
import { lighten, lightness, mix, turnHue } from "../draw/colour";
import { arrange, cloth } from "../draw/fruit-table";
import { backdrop, lightPatch, tabletop, wall } from "../draw/interior";
import { INTERIOR, type InteriorPalette, type InteriorPaletteName } from "../draw/palettes";
import { FRUIT, type FruitKind } from "../draw/table-fruit";
import type { Aspect, Drawing, Family } from "../family";

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

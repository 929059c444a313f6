import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { cypress, farmhouse, roundTree } from "../draw/field";
import { birds, clouds, layers, sky, stars, sun } from "../draw/landscape";
import { type Beyond, FLOWER, type Kind, meadow, type Options } from "../draw/meadow";
import type { LandscapePalette, LandscapePaletteName } from "../draw/palettes";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

const BEYOND: Record<Beyond, { words: string; keywords: readonly string[] }> = {
  trees: { words: "before a row of trees", keywords: ["trees"] },
  house: { words: "before a farmhouse", keywords: ["house", "farmhouse", "trees"] },
  mountains: { words: "below the mountains", keywords: ["mountains"] },
  cypresses: { words: "with cypresses", keywords: ["cypress", "trees"] },
  hills: { words: "", keywords: ["hills"] },
};

/** A flowering meadow from the horizon to blossoms at the viewer's feet. */
export const poppyMeadow: Family = {
  slug: "poppy-meadow",
  host: "fieldnotes.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("3:2", "noon", {
      flowers: "poppy",
      beyond: "trees",
      horizon: 0.4,
      sunAt: 0.7,
      isHidden: false,
      isLow: false,
    }),
    plan("4:5", "rose", {
      flowers: "daisy anemone",
      beyond: "hills",
      horizon: 0.62,
      sunAt: 0.34,
      isHidden: false,
      isLow: true,
    }),
    plan("16:9", "sunset", {
      flowers: "poppy",
      beyond: "house",
      horizon: 0.44,
      sunAt: 0.3,
      isHidden: false,
      isLow: false,
    }),
    plan("3:2", "mint", {
      flowers: "cornflower daisy poppy",
      beyond: "mountains",
      horizon: 0.46,
      sunAt: 0.3,
      isHidden: true,
      isLow: false,
    }),
    plan("2:3", "golden", {
      flowers: "poppy cornflower",
      beyond: "hills",
      horizon: 0.64,
      sunAt: 0.62,
      isHidden: false,
      isLow: true,
    }),
    plan("3:2", "night", {
      flowers: "daisy",
      beyond: "trees",
      horizon: 0.44,
      sunAt: 0.28,
      isHidden: false,
      isLow: false,
    }),
    plan("1:1", "violet", {
      flowers: "cornflower",
      beyond: "cypresses",
      horizon: 0.42,
      sunAt: 0.66,
      isHidden: false,
      isLow: false,
    }),
  ],
  draw(canvas, variant): Drawing {
    const options = variant.options as Options;
    const palette = landscapePalette(variant.palette);
    const horizonY = canvas.height * options.horizon;
    const sunX = canvas.width * options.sunAt;
    const radius = canvas.short * (options.isLow ? 0.1 : palette.isDark ? 0.066 : 0.05);
    sky(canvas, palette, { horizonY });
    if (palette.hasStars) stars(canvas, palette, { untilY: horizonY * 0.85 });
    const disc = sun(canvas, palette, {
      x: sunX,
      y: horizonY * (options.isLow ? 0.62 : 0.42),
      radius,
      hidden: options.isHidden,
    });
    clouds(canvas, palette, {
      fromY: horizonY * 0.14,
      toY: horizonY * 0.6,
      count: 3,
      kind: palette.name === "noon" || palette.name === "mint" ? "heaps" : "streaks",
      size: 1.1,
    });
    beyond(canvas, palette, options, horizonY, sunX);
    birds(canvas, palette, {
      x: canvas.width * (options.sunAt > 0.5 ? 0.3 : 0.66),
      y: horizonY * 0.4,
      count: 4,
      size: 14,
    });
    const kinds = options.flowers.split(" ") as Kind[];
    meadow(canvas, palette, options, kinds, horizonY);
    const names = kinds.map((kind) => FLOWER[kind].many);
    const list =
      names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : `${names[0]}`;
    return {
      name: title(
        options.isLow ? `Tall ${list} against the sky` : `Meadow of ${list}`,
        kinds.length < 3 && BEYOND[options.beyond].words,
        palette.words[0],
      ),
      keywords: keywordsOf(
        palette,
        [
          "meadow",
          "field",
          "flowers",
          "wild flowers",
          "grass",
          "landscape",
          "sky",
          ...kinds.flatMap((kind) => FLOWER[kind].keywords),
          ...BEYOND[options.beyond].keywords,
        ],
        disc,
      ),
      grain: 6,
    };
  },
};

function plan(aspect: Aspect, palette: LandscapePaletteName, options: Options) {
  return { aspect, palette, options };
}

function beyond(
  canvas: Canvas,
  palette: LandscapePalette,
  { beyond: kind, sunAt }: Options,
  horizonY: number,
  sunX: number,
): void {
  const { width, short } = canvas;
  if (kind === "mountains")
    layers(canvas, palette, {
      from: horizonY * 0.62,
      to: horizonY * 0.86,
      count: 3,
      amplitude: horizonY * 0.28,
      depth: [0.02, 0.34],
      shape: "alpine",
      part: "alps",
      bottom: horizonY + 20,
    });
  layers(canvas, palette, {
    from: horizonY * 0.88,
    to: horizonY * 0.98,
    count: 3,
    amplitude: horizonY * 0.09,
    depth: [0.1, 0.44],
    part: "hill",
    bottom: horizonY + 40,
    mist: 0.4,
  });
  const r = canvas.random("beyond");
  const green = mix(mix("#3d7346", palette.near, palette.isDark ? 0.42 : 0.26), palette.haze, 0.14);
  const x = width * (sunAt < 0.5 ? 0.72 : 0.28);
  const side = sunX < x ? 1 : -1;
  const tree = (tx: number, size: number, blobs = 7) =>
    roundTree(canvas, r, {
      x: tx,
      y: horizonY + 8,
      size,
      colour: lighten(green, r.between(-0.02, 0.03)),
      lit: palette.sun,
      side,
      blobs,
    });
  if (kind === "trees") {
    for (const [tx, size] of [
      [0.06, 0.14],
      [0.15, 0.19],
      [0.41, 0.1],
      [0.47, 0.12],
      [0.87, 0.17],
      [0.95, 0.22],
    ] as const)
      tree(width * (sunAt < 0.5 ? 1 - tx : tx), short * size);
    tree(x + side * short * 0.04, short * 0.34, 15);
  } else if (kind === "house") {
    tree(x - short * 0.26, short * 0.24);
    farmhouse(canvas, {
      x,
      y: horizonY + 8,
      size: short * 0.34,
      palette,
      side,
      roof: mix("#8a3b34", palette.near, 0.3),
      wall: mix("#ead6bb", palette.near, palette.isDark ? 0.4 : 0.05),
      isLit: palette.isDark,
    });
    tree(x + short * 0.26, short * 0.3, 11);
    tree(x + short * 0.42, short * 0.2);
  } else if (kind === "cypresses") {
    for (const [dx, k] of [
      [-0.14, 0.86],
      [-0.03, 1.1],
      [0.06, 0.78],
      [0.22, 0.6],
    ] as const)
      cypress(canvas, {
        x: x + dx * short,
        y: horizonY + 10,
        size: short * 0.3 * k,
        colour: green,
        lit: palette.sun,
        side,
      });
  }
}

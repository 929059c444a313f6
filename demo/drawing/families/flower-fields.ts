import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { CROP, field, type Landmark, type Options } from "../draw/crop-rows";
import { cypress, farmhouse, roundTree, windmill } from "../draw/field";
import { pickers } from "../draw/field-foreground";
import { birds, clouds, layers, sky, stars, sun } from "../draw/landscape";
import type { LandscapePalette, LandscapePaletteName } from "../draw/palettes";
import { ridge } from "../draw/path";
import { counted, keywordsOf, landscapePalette, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

const LANDMARK: Record<Landmark, { words: string; keywords: readonly string[] }> = {
  cypresses: { words: "and cypresses", keywords: ["cypress", "trees"] },
  farmhouse: { words: "before a farmhouse", keywords: ["farmhouse", "house", "farm"] },
  windmill: { words: "and a windmill", keywords: ["windmill", "mill"] },
  oak: { words: "and a lone oak", keywords: ["oak", "tree"] },
  mountains: { words: "below the mountains", keywords: ["mountains"] },
  none: { words: "", keywords: [] },
};

/** Rows of a crop running to one point on the horizon. */
export const flowerFields: Family = {
  slug: "flower-fields",
  host: "fieldnotes.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("3:2", "golden", {
      crop: "lavender",
      landmark: "cypresses",
      vanish: 0.36,
      horizon: 0.42,
      sunAt: 0.3,
      isHidden: false,
    }),
    plan("16:9", "noon", {
      crop: "tulip",
      landmark: "windmill",
      vanish: 0.62,
      horizon: 0.46,
      sunAt: 0.2,
      isHidden: true,
    }),
    plan("4:5", "desert", {
      crop: "wheat",
      landmark: "oak",
      vanish: 0.4,
      horizon: 0.52,
      sunAt: 0.24,
      isHidden: false,
    }),
    plan("3:2", "mint", {
      crop: "tea",
      landmark: "mountains",
      vanish: 0.7,
      horizon: 0.44,
      sunAt: 0.34,
      isHidden: false,
    }),
    plan("3:2", "violet", {
      crop: "lavender",
      landmark: "farmhouse",
      vanish: 0.66,
      horizon: 0.4,
      sunAt: 0.3,
      isHidden: false,
    }),
    plan("2:3", "rose", {
      crop: "tulip",
      landmark: "none",
      vanish: 0.5,
      horizon: 0.45,
      sunAt: 0.62,
      isHidden: false,
    }),
    plan("16:9", "sunset", {
      crop: "sunflower",
      landmark: "farmhouse",
      vanish: 0.3,
      horizon: 0.42,
      sunAt: 0.62,
      isHidden: false,
    }),
    plan("1:1", "overcast", {
      crop: "lavender",
      landmark: "oak",
      vanish: 0.56,
      horizon: 0.44,
      sunAt: 0.3,
      isHidden: true,
    }),
  ],
  draw(canvas, variant): Drawing {
    const options = variant.options as Options;
    const palette = landscapePalette(variant.palette);
    const horizonY = canvas.height * options.horizon;
    const sunX = canvas.width * options.sunAt;
    sky(canvas, palette, { horizonY });
    if (palette.hasStars) stars(canvas, palette, { untilY: horizonY * 0.8 });
    const disc = sun(canvas, palette, {
      x: sunX,
      y: horizonY * 0.46,
      radius: canvas.short * (palette.isDark ? 0.062 : 0.05),
      hidden: options.isHidden,
    });
    clouds(canvas, palette, {
      fromY: horizonY * 0.14,
      toY: horizonY * 0.56,
      count: 3,
      kind: palette.name === "noon" || palette.name === "mint" ? "heaps" : "streaks",
    });
    hills(canvas, palette, options, horizonY);
    birds(canvas, palette, {
      x: canvas.width * (options.sunAt + 0.16),
      y: horizonY * 0.4,
      count: 3,
      size: 13,
    });
    field(canvas, palette, options, horizonY, sunX);
    const trees = landmark(canvas, palette, options, horizonY, sunX);
    if (options.crop === "tea") pickers(canvas, palette, horizonY);
    const place = LANDMARK[options.landmark];
    const what =
      trees > 0 ? `and ${counted(trees, "cypress", "cypresses").toLowerCase()}` : place.words;
    return {
      name: title(CROP[options.crop].rows, what, palette.words[0]),
      keywords: keywordsOf(
        palette,
        [
          "field",
          "rows",
          "farm",
          "landscape",
          "hills",
          ...CROP[options.crop].keywords,
          ...place.keywords,
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

function hills(
  canvas: Canvas,
  palette: LandscapePalette,
  { landmark: kind }: Options,
  horizonY: number,
): void {
  if (kind === "mountains") {
    layers(canvas, palette, {
      from: horizonY * 0.66,
      to: horizonY * 0.84,
      count: 3,
      amplitude: horizonY * 0.24,
      depth: [0.02, 0.32],
      shape: "alpine",
      part: "alps",
      bottom: horizonY + 20,
    });
  }
  layers(canvas, palette, {
    from: horizonY * 0.9,
    to: horizonY * 0.99,
    count: 3,
    amplitude: horizonY * 0.1,
    depth: [0.1, 0.46],
    part: "hill",
    bottom: horizonY + 30,
    mist: 0.4,
  });
}

/** Stands the landmark on the horizon; returns how many cypresses were drawn. */
function landmark(
  canvas: Canvas,
  palette: LandscapePalette,
  { landmark: kind, sunAt }: Options,
  horizonY: number,
  sunX: number,
): number {
  const { width, height, short } = canvas;
  const r = canvas.random("landmark");
  const x = width * (sunAt < 0.5 ? 0.74 : 0.24);
  const side = sunX < x ? 1 : -1;
  const green = mix(mix("#2f6440", palette.near, 0.28), palette.haze, 0.1);
  const y = horizonY + height * 0.022;
  const row = ridge({
    width,
    height: horizonY + height * 0.03,
    y: horizonY + 4,
    amplitude: 7,
    frequency: 26,
    seed: `${canvas.id}/hedge`,
  });
  canvas.path(row.d, mix(mix(green, palette.haze, 0.32), palette.near, 0.1));
  if (kind === "cypresses") {
    const places = [
      [-0.5, 0.92],
      [0, 1.12],
      [0.34, 0.8],
      [0.62, 0.98],
      [1.35, 0.5],
    ] as const;
    for (const [dx, k] of places)
      cypress(canvas, {
        x: x + dx * short * 0.13,
        y: y + k * 5,
        size: short * 0.34 * k,
        colour: green,
        lit: palette.sun,
        side,
      });
    return places.length;
  }
  if (kind === "farmhouse") {
    roundTree(canvas, r, {
      x: x - side * short * 0.24,
      y,
      size: short * 0.2,
      colour: green,
      lit: palette.sun,
      side,
    });
    farmhouse(canvas, {
      x,
      y,
      size: short * 0.36,
      palette,
      side,
      roof: mix(mix("#b5553a", palette.accent, 0.2), palette.near, palette.isDark ? 0.42 : 0.12),
      wall: mix(mix("#f3e4c8", palette.haze, 0.3), palette.near, palette.isDark ? 0.36 : 0),
      isLit: palette.isDark,
    });
    roundTree(canvas, r, {
      x: x + side * short * 0.27,
      y: y + 3,
      size: short * 0.26,
      colour: lighten(green, -0.02),
      lit: palette.sun,
      side,
    });
    cypress(canvas, {
      x: x + side * short * 0.4,
      y: y + 3,
      size: short * 0.25,
      colour: green,
      lit: palette.sun,
      side,
    });
  } else if (kind === "windmill")
    windmill(canvas, {
      x,
      y,
      size: short * 0.23,
      palette,
      side,
      wall: mix("#f1e4cc", palette.haze, 0.25),
    });
  else if (kind === "oak") {
    roundTree(canvas, r, {
      x,
      y: y + 4,
      size: short * 0.44,
      colour: green,
      lit: palette.sun,
      side,
      blobs: 17,
    });
  }
  return 0;
}

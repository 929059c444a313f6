import type { Canvas } from "../draw/canvas";
import { type Front, foreground, type Options, type Tower } from "../draw/city-foreground";
import { birds, clouds, layers, mistBand, sky, stars, sun } from "../draw/landscape";
import type { LandscapePalette, LandscapePaletteName } from "../draw/palettes";
import { ellipsePath } from "../draw/path";
import { type Block, landmarkTower, skylineRow } from "../draw/skyline";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

const FRONT: Record<Front, { words: string; keywords: readonly string[] }> = {
  water: { words: "by the water", keywords: ["water", "river", "reflection"] },
  park: { words: "behind a park", keywords: ["park", "trees"] },
  roofs: { words: "above the old roofs", keywords: ["roofs", "houses", "chimneys"] },
  street: { words: "at the end of a street", keywords: ["street", "road", "lamps"] },
};

const TOWER: Record<Tower, { words: string; keywords: readonly string[] }> = {
  needle: { words: "with a needle", keywords: ["tower"] },
  stepped: { words: "with a great tower", keywords: ["tower", "skyscraper"] },
  wheel: { words: "with a big wheel", keywords: ["ferris wheel", "wheel", "fair"] },
  radio: { words: "with a radio tower", keywords: ["tower", "television tower"] },
  none: { words: "", keywords: [] },
};

/** Rows of towers in the haze, by the water, a park or old roofs. */
export const citySkyline: Family = {
  slug: "city-skyline",
  host: "cityblocks.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("3:2", "night", {
      front: "water",
      tower: "stepped",
      sunAt: 0.28,
      peak: 0.62,
      isHidden: false,
      hasSnow: false,
      hasFog: false,
    }),
    plan("2:3", "violet", {
      front: "roofs",
      tower: "radio",
      sunAt: 0.34,
      peak: 0.6,
      isHidden: false,
      hasSnow: false,
      hasFog: false,
    }),
    plan("16:9", "sunset", {
      front: "water",
      tower: "wheel",
      sunAt: 0.13,
      peak: 0.58,
      isHidden: false,
      hasSnow: false,
      hasFog: false,
    }),
    plan("3:2", "snow", {
      front: "park",
      tower: "stepped",
      sunAt: 0.7,
      peak: 0.4,
      isHidden: true,
      hasSnow: true,
      hasFog: false,
    }),
    plan("1:1", "rose", {
      front: "water",
      tower: "needle",
      sunAt: 0.34,
      peak: 0.62,
      isHidden: false,
      hasSnow: false,
      hasFog: true,
    }),
    plan("21:9", "dusk", {
      front: "water",
      tower: "radio",
      sunAt: 0.24,
      peak: 0.6,
      isHidden: false,
      hasSnow: false,
      hasFog: false,
    }),
    plan("4:5", "noon", {
      front: "park",
      tower: "needle",
      sunAt: 0.3,
      peak: 0.62,
      isHidden: true,
      hasSnow: false,
      hasFog: false,
    }),
    plan("3:2", "golden", {
      front: "roofs",
      tower: "none",
      sunAt: 0.36,
      peak: 0.6,
      isHidden: false,
      hasSnow: false,
      hasFog: true,
    }),
  ],
  draw(canvas, variant): Drawing {
    const options = variant.options as Options;
    const palette = landscapePalette(variant.palette);
    const { width, height } = canvas;
    const foot = height * (options.front === "water" ? 0.7 : 0.78);
    const sunX = width * options.sunAt;
    sky(canvas, palette, { horizonY: foot });
    if (palette.isDark)
      stars(canvas, palette, { untilY: foot * 0.6, count: palette.hasStars ? 220 : 70 });
    const disc = sun(canvas, palette, {
      x: sunX,
      y: foot * 0.27,
      radius: canvas.short * (palette.isDark ? 0.085 : 0.07),
      hidden: options.isHidden,
    });
    clouds(canvas, palette, {
      fromY: foot * 0.1,
      toY: foot * 0.5,
      count: 3,
      kind: palette.name === "noon" ? "heaps" : "streaks",
    });
    layers(canvas, palette, {
      from: foot * 0.84,
      to: foot * 0.88,
      count: 1,
      amplitude: foot * 0.09,
      depth: [0.06, 0.06],
      part: "hill",
    });
    const near = rows(canvas, palette, options, foot, sunX);
    birds(canvas, palette, { x: width * (options.sunAt + 0.2), y: foot * 0.2, count: 4, size: 14 });
    foreground(canvas, palette, options, foot, sunX, near);
    if (options.hasSnow) snow(canvas);
    return {
      name: title(
        options.hasFog && "Misty",
        "city skyline",
        TOWER[options.tower].words,
        FRONT[options.front].words,
        options.hasSnow ? "in falling snow" : palette.words[0],
      ),
      keywords: keywordsOf(
        palette,
        [
          "city",
          "skyline",
          "towers",
          "buildings",
          "skyscrapers",
          "town",
          palette.isDark && "lights",
          palette.isDark && "windows",
          options.hasFog && "mist",
          options.hasFog && "fog",
          options.hasSnow && "snow",
          ...FRONT[options.front].keywords,
          ...TOWER[options.tower].keywords,
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

function rows(
  canvas: Canvas,
  palette: LandscapePalette,
  options: Options,
  foot: number,
  sunX: number,
): Block[] {
  const { width, height } = canvas;
  const { peak, tower, hasSnow, hasFog } = options;
  const unit = canvas.long * (height > width ? 0.062 : 0.047);
  const tall = Math.min(foot * 0.74, canvas.long * (height > width ? 0.5 : 0.42));
  const night = palette.isDark;
  skylineRow(
    canvas,
    palette,
    {
      part: "far",
      foot,
      tall: tall * 0.78,
      wide: unit * 0.62,
      depth: 0.06,
      peak: peak - 0.12,
      lit: night ? 0.12 : 0,
      hasSnow: false,
    },
    sunX,
  );
  if (hasFog) mistBand(canvas, palette.haze, foot - tall * 0.5, foot + 10, 0.75);
  skylineRow(
    canvas,
    palette,
    {
      part: "middle",
      foot,
      tall: tall * 0.92,
      wide: unit * 0.8,
      depth: 0.26,
      peak,
      lit: night ? 0.3 : 0.42,
      hasSnow,
    },
    sunX,
  );
  if (tower !== "none" && tower !== "wheel")
    landmarkTower(canvas, palette, {
      kind: tower,
      x: width * peak,
      foot,
      height: tall * (tower === "stepped" ? 1.04 : 1.22),
      sunX,
      depth: 0.48,
    });
  if (hasFog) mistBand(canvas, palette.haze, foot - tall * 0.4, foot + 10, 0.8);
  skylineRow(
    canvas,
    palette,
    {
      part: "near",
      foot,
      tall: tall * 0.52,
      wide: unit,
      depth: 0.56,
      peak: peak + 0.1,
      lit: night ? 0.42 : 0.6,
      hasSnow,
    },
    sunX,
  );
  if (tower === "wheel")
    landmarkTower(canvas, palette, {
      kind: "wheel",
      x: width * 0.36,
      foot: foot + 4,
      height: tall * 0.98,
      sunX,
      depth: 0.7,
    });
  return skylineRow(
    canvas,
    palette,
    {
      part: "front",
      foot,
      tall: tall * 0.27,
      wide: unit * 1.15,
      depth: 0.84,
      peak: 0.5,
      lit: night ? 0.5 : 0.5,
      hasSnow,
    },
    sunX,
  );
}

function snow(canvas: Canvas): void {
  const r = canvas.random("snow");
  for (const [count, size, alpha] of [
    [210, 2.4, 0.75],
    [60, 5, 0.9],
  ] as const) {
    let d = "";
    for (let i = 0; i < count; i += 1)
      d += ellipsePath(
        r.next() * canvas.width,
        r.next() * canvas.height,
        size * r.between(0.6, 1.2),
        size * r.between(0.6, 1.2),
      );
    canvas.path(d, "#ffffff", { "fill-opacity": alpha });
  }
}

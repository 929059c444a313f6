import "server-only";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { birds, clouds, layers, mistBand, sky, stars, sun, water } from "../draw/landscape";
import { stroke } from "../draw/leaves";
import type { LandscapePalette, LandscapePaletteName } from "../draw/palettes";
import { ellipsePath, n } from "../draw/path";
import { type Block, landmarkTower, lightSmears, skylineRow } from "../draw/skyline";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

type Front = "water" | "park" | "roofs" | "street";
type Tower = "needle" | "stepped" | "wheel" | "radio" | "none";
type Options = {
  front: Front;
  tower: Tower;
  sunAt: number;
  peak: number;
  isHidden: boolean;
  hasSnow: boolean;
  hasFog: boolean;
};

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

function foreground(
  canvas: Canvas,
  palette: LandscapePalette,
  options: Options,
  foot: number,
  sunX: number,
  near: readonly Block[],
): void {
  if (options.front === "water") {
    water(canvas, palette, {
      from: foot,
      ripples: 110,
      glitter: 46,
      ...(options.isHidden ? {} : { sunX }),
      spread: 0.8,
    });
    mirror(canvas, palette, near, foot);
    lightSmears(canvas, palette, near, foot);
    const quay = mix(palette.near, palette.haze, 0.12);
    canvas.rect(-5, foot - 6, canvas.width + 10, 12, quay);
    if (options.hasFog) mistBand(canvas, palette.haze, foot - 40, foot + 60, 0.5);
    return;
  }
  if (options.front === "park") park(canvas, palette, options, foot);
  else oldRoofs(canvas, palette, foot);
}

/** The dark mass of the front row upside down in the water, fading. */
function mirror(
  canvas: Canvas,
  palette: LandscapePalette,
  blocks: readonly Block[],
  foot: number,
): void {
  let d = "";
  for (const { x, width, top } of blocks)
    d += `M${n(x)} ${n(foot)}h${n(width)}v${n((foot - top) * 0.86)}h${n(-width)}z`;
  canvas.path(
    d,
    canvas.linear(
      [
        [0, palette.near, 0.6],
        [1, palette.near, 0],
      ],
      { x1: 0, y1: foot, x2: 0, y2: foot + canvas.height * 0.2 },
    ),
  );
}

function park(canvas: Canvas, palette: LandscapePalette, { hasSnow }: Options, foot: number): void {
  const { width, height, short } = canvas;
  const r = canvas.random("park");
  const ground = hasSnow
    ? mix("#ffffff", palette.haze, 0.3)
    : mix(mix("#5e8f52", palette.near, 0.2), palette.haze, 0.12);
  canvas.path(
    `M-5 ${n(foot)}H${n(width + 5)}V${n(height + 5)}H-5z`,
    canvas.linear([
      [0, mix(ground, palette.haze, 0.3)],
      [1, mix(ground, palette.near, hasSnow ? 0.2 : 0.36)],
    ]),
  );
  canvas.path(
    `M${n(width * 0.42)} ${n(foot + 8)}C${n(width * 0.3)} ${n(foot + (height - foot) * 0.4)} ${n(width * 0.76)} ${n(foot + (height - foot) * 0.5)} ${n(width * 0.52)} ${n(height + 10)}H${n(width * 0.86)}C${n(width * 0.88)} ${n(foot + (height - foot) * 0.5)} ${n(width * 0.36)} ${n(foot + (height - foot) * 0.4)} ${n(width * 0.45)} ${n(foot + 8)}z`,
    mix(hasSnow ? palette.haze : "#e3d3b0", palette.near, 0.14),
    { "fill-opacity": 0.85 },
  );
  for (const [row, y, size] of [
    [0, 0.06, 0.09],
    [1, 0.3, 0.14],
    [2, 0.78, 0.24],
  ] as const) {
    const tone = mix(
      mix(hasSnow ? "#4a6070" : "#3f7048", palette.near, 0.18 + row * 0.2),
      palette.haze,
      0.3 - row * 0.12,
    );
    for (
      let x = -20;
      x < width + 60;
      x += short * size * r.between(0.75, 1.5) * (row === 2 ? 1.4 : 1)
    ) {
      if (row > 0 && Math.abs(x / width - (row === 2 ? 0.62 : 0.5)) < (row === 2 ? 0.26 : 0.12))
        continue;
      tree(
        canvas,
        x,
        foot + (height - foot) * y + r.between(-4, 10),
        short * size * (hasSnow ? 1.5 : 1) * r.between(0.8, 1.15),
        tone,
        hasSnow,
        palette,
      );
    }
  }
}

function tree(
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  tone: string,
  hasSnow: boolean,
  palette: LandscapePalette,
): void {
  const r = canvas.random(`tree/${Math.round(x)}/${Math.round(y)}`);
  if (hasSnow) {
    let d = "";
    const branch = (bx: number, by: number, angle: number, long: number, deep: number) => {
      const [ex, ey] = [bx + Math.cos(angle) * long, by + Math.sin(angle) * long];
      d += `M${n(bx)} ${n(by)}L${n(ex)} ${n(ey)}`;
      if (deep === 0) return;
      for (const turn of [-0.5, 0.08, 0.46])
        branch(ex, ey, angle + turn + r.between(-0.12, 0.12), long * 0.66, deep - 1);
    };
    branch(x, y, -Math.PI / 2, size * 0.36, 4);
    stroke(canvas, d, mix(palette.near, tone, 0.4), Math.max(1.5, size * 0.012));
    stroke(canvas, d, "#ffffff", Math.max(0.8, size * 0.005), 0.55);
    return;
  }
  stroke(canvas, `M${n(x)} ${n(y)}v${n(-size * 0.5)}`, lighten(tone, -0.08), size * 0.06);
  let crown = "";
  let light = "";
  for (let i = 0; i < 8; i += 1) {
    const [cx, cy, radius] = [
      x + r.between(-0.26, 0.26) * size,
      y - size * r.between(0.45, 0.85),
      size * r.between(0.15, 0.23),
    ];
    crown += ellipsePath(cx, cy, radius, radius * 0.9);
    light += ellipsePath(cx - radius * 0.25, cy - radius * 0.3, radius * 0.55, radius * 0.45);
  }
  canvas.path(crown, tone);
  canvas.path(light, mix(tone, palette.sun, 0.3), { "fill-opacity": 0.5 });
}

/** Pitched roofs with chimneys and dormers in front; lamps behind their windows by night. */
function oldRoofs(canvas: Canvas, palette: LandscapePalette, foot: number): void {
  const { width, height, long } = canvas;
  const r = canvas.random("roofs");
  for (const [row, y, k] of [
    [0, foot - height * 0.01, 0.8],
    [1, foot + (height - foot) * 0.4, 1.1],
    [2, foot + (height - foot) * 0.86, 1.5],
  ] as const) {
    for (let x = -60 - row * 40; x < width + 40; ) {
      const w = long * 0.105 * k * r.between(0.8, 1.25);
      const h = w * r.between(0.42, 0.62);
      const top = y - h + r.between(-8, 8) * k;
      const tone = mix(
        mix(
          r.pick(["#a8523e", "#8f4a44", "#b5674a", "#7d5058"]),
          palette.near,
          (palette.isDark ? 0.55 : 0.22) + row * 0.07,
        ),
        palette.haze,
        0.22 - row * 0.08,
      );
      canvas.path(
        `M${n(x + w * 0.16)} ${n(top)}H${n(x + w * 0.84)}L${n(x + w * 1.02)} ${n(top + h * 1.1)}V${n(height + 10)}H${n(x - w * 0.02)}V${n(top + h * 1.1)}z`,
        mix(tone, palette.near, 0.32),
      );
      canvas.path(
        `M${n(x + w * 0.16)} ${n(top)}H${n(x + w * 0.84)}L${n(x + w * 1.02)} ${n(top + h * 1.1)}H${n(x - w * 0.02)}z`,
        canvas.linear([
          [0, lighten(tone, 0.05)],
          [1, lighten(tone, -0.05)],
        ]),
      );
      let tiles = "";
      for (let i = 1; i < 5; i += 1)
        tiles += `M${n(x + w * (0.16 - i * 0.036))} ${n(top + (h * 1.1 * i) / 5)}H${n(x + w * (0.84 + i * 0.036))}`;
      stroke(canvas, tiles, lighten(tone, -0.1), 2 * k, 0.4);
      canvas.path(
        `M${n(x + w * 0.66)} ${n(top + h * 0.2)}v${n(-h * 0.62)}h${n(w * 0.12)}v${n(h * 0.62)}z`,
        mix(tone, palette.near, 0.4),
      );
      canvas.path(
        `M${n(x + w * 0.25)} ${n(top + h * 0.92)}v${n(-h * 0.46)}l${n(w * 0.11)} ${n(-h * 0.2)}l${n(w * 0.11)} ${n(h * 0.2)}v${n(h * 0.46)}z`,
        lighten(tone, -0.06),
      );
      canvas.path(
        `M${n(x + w * 0.3)} ${n(top + h * 0.86)}v${n(-h * 0.34)}h${n(w * 0.12)}v${n(h * 0.34)}z`,
        palette.isDark && r.chance(0.75)
          ? palette.accent
          : mix(palette.near, palette.sky[1], palette.isDark ? 0.12 : 0.4),
      );
      x += w * 1.02;
    }
  }
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

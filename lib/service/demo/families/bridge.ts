import "server-only";
import { type BridgeKind, drawBridge, lampsOf, train } from "../draw/bridges";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { roundTree } from "../draw/field";
import {
  birds,
  clouds,
  layers,
  lens,
  mistBand,
  reflectionSmear,
  sky,
  stars,
  sun,
  water,
} from "../draw/landscape";
import { stroke } from "../draw/leaves";
import type { LandscapePalette, LandscapePaletteName } from "../draw/palettes";
import { ellipsePath, n } from "../draw/path";
import { pineRow } from "../draw/pines";
import { skylineRow } from "../draw/skyline";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

type Beyond = "city" | "hills" | "mountains" | "trees";
type Options = {
  kind: BridgeKind;
  beyond: Beyond;
  sunAt: number;
  isHidden: boolean;
  boat: boolean;
  hasFog: boolean;
};

const KIND: Record<BridgeKind, { words: string; keywords: readonly string[] }> = {
  suspension: {
    words: "suspension bridge",
    keywords: ["suspension bridge", "cables", "towers", "river"],
  },
  arch: { words: "old stone bridge", keywords: ["stone bridge", "arches", "river"] },
  viaduct: {
    words: "steam train on a viaduct",
    keywords: ["viaduct", "train", "railway", "steam", "arches"],
  },
  moon: { words: "red garden bridge", keywords: ["garden", "pond", "wooden bridge", "red"] },
  cable: { words: "cable bridge", keywords: ["cable bridge", "cables", "tower", "river"] },
};
const BEYOND: Record<Beyond, { words: string; keywords: readonly string[] }> = {
  city: { words: "before the city", keywords: ["city", "skyline", "buildings"] },
  hills: { words: "before soft hills", keywords: ["hills"] },
  mountains: { words: "in the mountains", keywords: ["mountains"] },
  trees: { words: "among trees", keywords: ["trees", "park"] },
};

/** Bridges with their mirror image in the water. */
export const bridge: Family = {
  slug: "bridge",
  host: "cityblocks.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("3:2", "violet", {
      kind: "suspension",
      beyond: "hills",
      sunAt: 0.3,
      isHidden: false,
      boat: true,
      hasFog: false,
    }),
    plan("16:9", "autumn", {
      kind: "arch",
      beyond: "trees",
      sunAt: 0.7,
      isHidden: true,
      boat: true,
      hasFog: false,
    }),
    plan("4:5", "mint", {
      kind: "viaduct",
      beyond: "mountains",
      sunAt: 0.3,
      isHidden: false,
      boat: false,
      hasFog: true,
    }),
    plan("3:2", "night", {
      kind: "cable",
      beyond: "city",
      sunAt: 0.74,
      isHidden: false,
      boat: false,
      hasFog: false,
    }),
    plan("1:1", "rose", {
      kind: "moon",
      beyond: "trees",
      sunAt: 0.66,
      isHidden: false,
      boat: false,
      hasFog: false,
    }),
    plan("3:2", "dusk", {
      kind: "arch",
      beyond: "city",
      sunAt: 0.26,
      isHidden: false,
      boat: false,
      hasFog: false,
    }),
    plan("9:16", "overcast", {
      kind: "suspension",
      beyond: "mountains",
      sunAt: 0.5,
      isHidden: true,
      boat: false,
      hasFog: true,
    }),
    plan("21:9", "sunset", {
      kind: "viaduct",
      beyond: "hills",
      sunAt: 0.74,
      isHidden: false,
      boat: false,
      hasFog: false,
    }),
  ],
  draw(canvas, variant): Drawing {
    const options = variant.options as Options;
    const palette = landscapePalette(variant.palette);
    const { width, height } = canvas;
    const { kind } = options;
    const waterY = height * (kind === "viaduct" ? 0.82 : height > width ? 0.7 : 0.66);
    const sunX = width * options.sunAt;
    sky(canvas, palette, { horizonY: waterY });
    if (palette.isDark)
      stars(canvas, palette, { untilY: waterY * 0.7, count: palette.hasStars ? 220 : 60 });
    const disc = sun(canvas, palette, {
      x: sunX,
      y: waterY * 0.3,
      radius: canvas.short * 0.07,
      hidden: options.isHidden,
    });
    clouds(canvas, palette, { fromY: waterY * 0.1, toY: waterY * 0.5, count: 3, kind: "streaks" });
    beyond(canvas, palette, options, waterY, sunX);
    birds(canvas, palette, {
      x: width * (options.sunAt > 0.5 ? 0.3 : 0.64),
      y: waterY * 0.22,
      count: 4,
      size: 14,
    });
    water(canvas, palette, {
      from: waterY,
      ripples: 100,
      glitter: 46,
      ...(disc === "none" ? {} : { sunX }),
      spread: 0.8,
    });
    span(canvas, palette, options, waterY, sunX);
    if (options.boat)
      boat(
        canvas,
        palette,
        width * (options.sunAt > 0.5 ? 0.3 : 0.62),
        waterY + (height - waterY) * 0.46,
        canvas.short * 0.15,
      );
    return {
      name: title(
        KIND[kind].words,
        BEYOND[options.beyond].words,
        options.hasFog && "in mist",
        palette.words[0],
      ),
      keywords: keywordsOf(
        palette,
        [
          "bridge",
          kind !== "viaduct" && "water",
          kind !== "viaduct" && "reflection",
          "sky",
          palette.isDark && kind !== "viaduct" && "lamps",
          options.hasFog && "mist",
          options.hasFog && "fog",
          options.boat && "boat",
          ...KIND[kind].keywords,
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
  { beyond: kind, hasFog, kind: form }: Options,
  waterY: number,
  sunX: number,
): void {
  const { width, height, short, long } = canvas;
  const part = "beyond";
  if (kind === "mountains") {
    layers(canvas, palette, {
      from: waterY * 0.5,
      to: waterY * 0.92,
      count: 5,
      amplitude: waterY * 0.2,
      depth: [0.02, form === "viaduct" ? 0.6 : 0.4],
      shape: "alpine",
      part,
      bottom: waterY + 10,
      after: (layer, _depth, i) => {
        if (i < 3) return;
        canvas.path(
          pineRow(canvas.random(`pines/${i}`), {
            from: -20,
            to: width + 20,
            at: layer.at,
            height: short * (0.05 + (i - 3) * 0.035),
            spacing: 18 + i * 5,
          }),
          mix(layer.colour, palette.near, 0.25),
        );
      },
    });
  } else {
    layers(canvas, palette, {
      from: waterY * 0.82,
      to: waterY * 0.95,
      count: kind === "city" ? 1 : 3,
      amplitude: waterY * 0.12,
      depth: [0.06, kind === "city" ? 0.06 : 0.42],
      part,
      bottom: waterY + 10,
    });
  }
  if (kind === "city") {
    const tall = Math.min(waterY * 0.5, long * 0.3);
    skylineRow(
      canvas,
      palette,
      {
        part: "far",
        foot: waterY,
        tall,
        wide: long * 0.034,
        depth: 0.08,
        peak: 0.7,
        lit: palette.isDark ? 0.22 : 0.2,
      },
      sunX,
    );
    skylineRow(
      canvas,
      palette,
      {
        part: "near",
        foot: waterY,
        tall: tall * 0.56,
        wide: long * 0.042,
        depth: 0.36,
        peak: 0.6,
        lit: palette.isDark ? 0.36 : 0.4,
      },
      sunX,
    );
  }
  if (kind === "trees") {
    const r = canvas.random("trees");
    for (const row of [0, 1]) {
      for (let x = -40; x < width + 60; x += short * r.between(0.07, 0.13)) {
        if (form === "moon" && row === 1 && Math.abs(x / width - 0.5) < 0.3) continue;
        const warm = r.pick(
          palette.name === "autumn"
            ? ["#c8642c", "#b8862f", "#8f3f2a", "#7d7a3a"]
            : palette.name === "rose"
              ? ["#e79bb0", "#f0b4bf", "#d98aa6", "#7f9a78"]
              : ["#4f7a55", "#5f8a5a"],
        );
        roundTree(canvas, r, {
          x,
          y: waterY + 4,
          size: short * r.between(0.16, 0.28) * (row ? 1.25 : 1),
          colour: mix(mix(warm, palette.near, 0.12 + row * 0.14), palette.haze, 0.42 - row * 0.28),
          lit: palette.sun,
          side: sunX < x ? 1 : -1,
          blobs: 9,
        });
      }
    }
  }
  if (hasFog) mistBand(canvas, palette.haze, waterY - height * 0.26, waterY + 20, 0.85);
}

function span(
  canvas: Canvas,
  palette: LandscapePalette,
  { kind, hasFog }: Options,
  waterY: number,
  sunX: number,
): void {
  const { short } = canvas;
  const tint: Record<BridgeKind, string> = {
    suspension: "#c8523a",
    arch: "#b59a7c",
    viaduct: "#b08a6e",
    moon: "#c23b32",
    cable: "#c3cbd6",
  };
  const dusk = palette.isDark ? 0.46 : 0.14;
  const colour = mix(mix(tint[kind], palette.near, dusk), palette.haze, 0.1);
  const shape = { palette, waterY, sunX, colour };
  canvas.group({ transform: `translate(0 ${n(waterY * 2 + 6)}) scale(1 -1)`, opacity: 0.36 }, () =>
    drawBridge(canvas, kind, shape),
  );
  let strips = "";
  const r = canvas.random("strips");
  for (let i = 0; i < 46; i += 1)
    strips += lens(
      r.next() * canvas.width,
      waterY + 6 + (canvas.height - waterY) * r.next() ** 1.4,
      short * r.between(0.05, 0.16),
      r.between(1.5, 4),
    );
  canvas.path(strips, mix(palette.sky[1], palette.near, 0.2), { "fill-opacity": 0.4 });
  if (kind === "viaduct")
    train(canvas, {
      palette,
      deckY: waterY - Math.min(canvas.height * 0.36, short * 0.5) - short * 0.01,
      x: canvas.width * 0.58,
      size: short * 0.105,
    });
  drawBridge(canvas, kind, shape);
  if (kind === "viaduct") foot(canvas, palette, waterY);
  if (kind === "moon") banks(canvas, palette, waterY);
  if (hasFog) mistBand(canvas, palette.haze, waterY - short * 0.1, waterY + short * 0.1, 0.75);
  lamps(canvas, palette, kind, waterY);
}

function foot(canvas: Canvas, palette: LandscapePalette, waterY: number): void {
  layers(canvas, palette, {
    from: waterY + canvas.height * 0.01,
    to: waterY + canvas.height * 0.09,
    count: 2,
    amplitude: canvas.height * 0.05,
    depth: [0.55, 0.9],
    part: "foot",
    mist: 0.25,
    after: (layer, _depth, i) =>
      canvas.path(
        pineRow(canvas.random(`foot/${i}`), {
          from: -20,
          to: canvas.width + 20,
          at: layer.at,
          height: canvas.short * (0.09 + i * 0.05),
          spacing: 26 + i * 14,
        }),
        layer.colour,
      ),
  });
}

/** Grassy banks with reeds under both ends of a garden bridge, and water lilies before it. */
function banks(canvas: Canvas, palette: LandscapePalette, waterY: number): void {
  const { width, height, short } = canvas;
  const r = canvas.random("banks");
  const grass = mix(mix("#6f9a62", palette.near, 0.22), palette.haze, 0.14);
  for (const side of [-1, 1]) {
    const x = width / 2 + side * width * 0.52;
    canvas.path(
      ellipsePath(x, waterY + short * 0.012, width * 0.2, short * 0.012),
      mix(palette.near, grass, 0.4),
      { "fill-opacity": 0.5 },
    );
    canvas.path(
      `M${n(x - width * 0.2)} ${n(waterY + short * 0.012)}Q${n(x - width * 0.12)} ${n(waterY - short * 0.07)} ${n(x)} ${n(waterY - short * 0.085)}Q${n(x + width * 0.12)} ${n(waterY - short * 0.07)} ${n(x + width * 0.2)} ${n(waterY + short * 0.012)}z`,
      canvas.linear([
        [0, lighten(grass, 0.05)],
        [1, mix(grass, palette.near, 0.3)],
      ]),
    );
    let reeds = "";
    for (let i = 0; i < 26; i += 1)
      reeds += `M${n(x + r.between(-0.2, 0.2) * width)} ${n(waterY + short * 0.01)}q${n(r.between(-8, 8))} ${n(-short * 0.05)} ${n(r.between(-22, 22))} ${n(-short * r.between(0.07, 0.13))}`;
    stroke(canvas, reeds, mix(grass, palette.near, 0.35), 3.4);
  }
  let pads = "";
  let shade = "";
  const flowers: Array<readonly [number, number, number]> = [];
  for (let i = 0; i < 15; i += 1) {
    const t = r.next();
    const x = r.chance(0.5) ? r.between(0.02, 0.34) * width : r.between(0.62, 0.98) * width;
    const y = waterY + (height - waterY) * (0.34 + 0.6 * t);
    const rx = short * (0.022 + 0.034 * t);
    pads += ellipsePath(x, y, rx, rx * 0.36);
    shade += ellipsePath(x, y + rx * 0.12, rx, rx * 0.36);
    if (i % 3 === 0) flowers.push([x, y - rx * 0.12, rx * 0.62]);
  }
  canvas.path(shade, palette.near, { "fill-opacity": 0.4 });
  canvas.path(pads, grass);
  for (const [x, y, size] of flowers) {
    let petals = "";
    for (const lean of [-0.9, -0.45, 0, 0.45, 0.9])
      petals += `M${n(x)} ${n(y)}q${n(-size * 0.5 + lean * size * 0.6)} ${n(-size * 0.5)} ${n(lean * size)} ${n(-size * (1.1 - Math.abs(lean) * 0.5))}q${n(size * 0.4)} ${n(size * 0.6)} ${n(-lean * size)} ${n(size * (1.1 - Math.abs(lean) * 0.5))}z`;
    canvas.path(petals, mix(palette.sun, palette.accent, 0.18));
  }
}

function lamps(canvas: Canvas, palette: LandscapePalette, kind: BridgeKind, waterY: number): void {
  const spots = lampsOf(canvas, kind, waterY);
  const post = canvas.height * (kind === "arch" ? 0.052 : 0.032);
  let posts = "";
  let bulbs = "";
  let smears = "";
  const r = canvas.random("lamps");
  for (const [x, y] of spots) {
    posts += `M${n(x)} ${n(y)}v${n(post)}`;
    bulbs += ellipsePath(x, y, 6, 6);
    smears += reflectionSmear(r, {
      x,
      y: waterY + 8,
      width: 26,
      height: (canvas.height - waterY) * 0.5,
      lines: 13,
    });
  }
  stroke(canvas, posts, mix(palette.near, palette.haze, 0.15), 4);
  if (!palette.isDark) {
    canvas.path(bulbs, mix(palette.sun, palette.near, 0.15));
    return;
  }
  for (const [x, y] of spots) canvas.glow(x, y, 62, palette.accent, 0.6);
  canvas.path(bulbs, lighten(palette.accent, 0.08));
  canvas.path(smears, palette.accent, { "fill-opacity": 0.6 });
}

/** A rowing boat with one person, seen from the side. */
function boat(canvas: Canvas, palette: LandscapePalette, x: number, y: number, size: number): void {
  const dark = mix(palette.near, palette.sky[1], 0.08);
  const r = canvas.random("boat");
  canvas.path(
    reflectionSmear(r, { x, y: y + 4, width: size * 1.1, height: size * 0.5, lines: 9 }),
    dark,
    { "fill-opacity": 0.5 },
  );
  stroke(
    canvas,
    `M${n(x + size * 0.06)} ${n(y - size * 0.2)}L${n(x + size * 0.5)} ${n(y + size * 0.09)}`,
    dark,
    size * 0.022,
  );
  canvas.path(
    `M${n(x - size * 0.56)} ${n(y - size * 0.15)}Q${n(x)} ${n(y - size * 0.04)} ${n(x + size * 0.58)} ${n(y - size * 0.17)}Q${n(x + size * 0.42)} ${n(y + size * 0.08)} ${n(x + size * 0.24)} ${n(y + size * 0.07)}H${n(x - size * 0.3)}Q${n(x - size * 0.48)} ${n(y + size * 0.06)} ${n(x - size * 0.56)} ${n(y - size * 0.15)}z`,
    dark,
  );
  canvas.path(
    `M${n(x - size * 0.13)} ${n(y - size * 0.08)}q${n(-size * 0.01)} ${n(-size * 0.26)} ${n(size * 0.09)} ${n(-size * 0.28)}q${n(size * 0.12)} ${n(size * 0.02)} ${n(size * 0.11)} ${n(size * 0.28)}z`,
    mix(palette.accent, palette.near, 0.2),
  );
  canvas.path(
    ellipsePath(x - size * 0.02, y - size * 0.43, size * 0.062, size * 0.066),
    mix("#e0b08c", palette.near, 0.3),
  );
  canvas.path(
    `M${n(x - size * 0.13)} ${n(y - size * 0.45)}h${n(size * 0.22)}l${n(-size * 0.06)} ${n(-size * 0.07)}h${n(-size * 0.1)}z`,
    mix("#e8d3a0", palette.near, 0.25),
  );
}

import type { BridgeKind } from "../draw/arched-bridges";
import { banks, boat, foot, lamps } from "../draw/bridge-details";
import { type Beyond, beyond, type Options } from "../draw/bridge-view";
import { drawBridge } from "../draw/bridges";
import type { Canvas } from "../draw/canvas";
import { mix } from "../draw/colour";
import { birds, clouds, lens, mistBand, sky, stars, sun, water } from "../draw/landscape";
import type { LandscapePalette, LandscapePaletteName } from "../draw/palettes";
import { n } from "../draw/path";
import { train } from "../draw/train";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

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

import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { MANNER, type Options, town } from "../draw/hill-houses";
import { birds, clouds, layers, reflectionSmear, sky, stars, sun, water } from "../draw/landscape";
import type { LandscapePalette, LandscapePaletteName } from "../draw/palettes";
import { ellipsePath, n } from "../draw/path";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

/** A small town climbing a hill to its church. */
export const hillTown: Family = {
  slug: "hill-town",
  host: "cityblocks.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("4:5", "noon", {
      manner: "coloured",
      foot: "sea",
      sunAt: 0.24,
      peak: 0.58,
      isHidden: false,
      hasSnow: false,
      isDomed: false,
    }),
    plan("3:2", "night", {
      manner: "stone",
      foot: "meadow",
      sunAt: 0.2,
      peak: 0.56,
      isHidden: false,
      hasSnow: false,
      isDomed: false,
    }),
    plan("2:3", "tropic", {
      manner: "white",
      foot: "sea",
      sunAt: 0.26,
      peak: 0.62,
      isHidden: false,
      hasSnow: false,
      isDomed: true,
    }),
    plan("16:9", "violet", {
      manner: "coloured",
      foot: "sea",
      sunAt: 0.24,
      peak: 0.64,
      isHidden: false,
      hasSnow: false,
      isDomed: true,
    }),
    plan("3:2", "snow", {
      manner: "coloured",
      foot: "river",
      sunAt: 0.78,
      peak: 0.42,
      isHidden: true,
      hasSnow: true,
      isDomed: true,
    }),
    plan("1:1", "golden", {
      manner: "stone",
      foot: "meadow",
      sunAt: 0.2,
      peak: 0.56,
      isHidden: false,
      hasSnow: false,
      isDomed: false,
    }),
    plan("3:2", "rose", {
      manner: "white",
      foot: "sea",
      sunAt: 0.76,
      peak: 0.4,
      isHidden: false,
      hasSnow: false,
      isDomed: true,
    }),
  ],
  draw(canvas, variant): Drawing {
    const options = variant.options as Options;
    const palette = landscapePalette(variant.palette);
    const { width, height } = canvas;
    const shore = height * (options.foot === "meadow" ? 0.94 : 0.84);
    const sunX = width * options.sunAt;
    sky(canvas, palette, { horizonY: shore * 0.86 });
    if (palette.isDark)
      stars(canvas, palette, { untilY: shore * 0.7, count: palette.hasStars ? 240 : 60 });
    const disc = sun(canvas, palette, {
      x: sunX,
      y: height * 0.17,
      radius: canvas.short * 0.07,
      hidden: options.isHidden,
    });
    clouds(canvas, palette, {
      fromY: height * 0.1,
      toY: height * 0.45,
      count: 3,
      kind: palette.name === "noon" || palette.name === "tropic" ? "heaps" : "streaks",
    });
    layers(canvas, palette, {
      from: shore * 0.8,
      to: shore * 0.93,
      count: 3,
      amplitude: shore * 0.1,
      depth: [0.04, 0.3],
      part: "far",
      bottom: shore + 20,
    });
    birds(canvas, palette, {
      x: width * (options.sunAt < 0.5 ? 0.3 : 0.72),
      y: height * 0.34,
      count: 5,
      size: 13,
    });
    if (options.foot !== "meadow")
      water(canvas, palette, {
        from: shore,
        ripples: 70,
        glitter: 26,
        ...(disc === "none" ? {} : { sunX }),
        spread: 0.7,
      });
    const houses = town(canvas, palette, options, shore, sunX);
    if (options.foot !== "meadow") quay(canvas, palette, shore, options.hasSnow);
    if (options.hasSnow) flakes(canvas);
    const { words, keywords } = MANNER[options.manner];
    return {
      name: title(
        words,
        "on a hill",
        options.foot === "sea"
          ? "above the sea"
          : options.foot === "river"
            ? "by a river with snow on the roofs"
            : "around a church",
        palette.words[0],
      ),
      keywords: keywordsOf(
        palette,
        [
          "town",
          "village",
          "houses",
          "hill",
          "roofs",
          "church",
          "tower",
          ...keywords,
          options.foot === "sea" && "sea",
          options.foot === "sea" && "coast",
          options.foot === "river" && "river",
          options.foot !== "meadow" && "water",
          options.foot === "meadow" && "cypress",
          options.hasSnow && "snow",
          palette.isDark && "lights",
          palette.isDark && "windows",
          houses > 60 && "city",
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

/** The quay with boats before it. */
function quay(canvas: Canvas, palette: LandscapePalette, shore: number, hasSnow: boolean): void {
  const { width, height, short } = canvas;
  const stone = mix(mix("#b9a68c", palette.near, palette.isDark ? 0.5 : 0.2), palette.haze, 0.15);
  canvas.rect(-5, shore - short * 0.006, width + 10, short * 0.024, stone);
  canvas.rect(
    -5,
    shore - short * 0.008,
    width + 10,
    short * 0.008,
    hasSnow ? "#ffffff" : lighten(stone, 0.08),
  );
  const r = canvas.random("boats");
  let lights = "";
  for (let i = 0; i < 12; i += 1) {
    const x = r.next() * width;
    lights += reflectionSmear(r, {
      x,
      y: shore + short * 0.03,
      width: short * 0.03,
      height: (height - shore) * 0.7,
      lines: 9,
    });
  }
  canvas.path(lights, palette.isDark ? palette.accent : mix(palette.sun, palette.haze, 0.3), {
    "fill-opacity": palette.isDark ? 0.55 : 0.4,
  });
  if (hasSnow) return;
  for (const t of [0.12, 0.3, 0.68, 0.9]) {
    const x = width * (t + r.between(-0.04, 0.04));
    const y = shore + (height - shore) * r.between(0.25, 0.62);
    const size = short * r.between(0.05, 0.075);
    const hull = mix(
      r.pick([palette.accent, "#f6efe2", palette.extra[0] ?? palette.accent, "#3f7f9a"]),
      palette.near,
      palette.isDark ? 0.5 : 0.1,
    );
    canvas.path(
      reflectionSmear(r, { x, y: y + 4, width: size * 1.8, height: size * 0.9, lines: 7 }),
      mix(hull, palette.near, 0.4),
      { "fill-opacity": 0.5 },
    );
    canvas.path(
      `M${n(x - size)} ${n(y - size * 0.36)}Q${n(x)} ${n(y - size * 0.14)} ${n(x + size * 1.05)} ${n(y - size * 0.4)}L${n(x + size * 0.7)} ${n(y + size * 0.1)}H${n(x - size * 0.74)}z`,
      hull,
    );
    canvas.stroke(
      `M${n(x)} ${n(y - size * 0.2)}V${n(y - size * 1.7)}`,
      mix(palette.near, palette.haze, 0.2),
      3,
    );
    if (t > 0.5)
      canvas.path(
        `M${n(x + 4)} ${n(y - size * 1.65)}L${n(x + size * 0.8)} ${n(y - size * 0.45)}H${n(x + 4)}z`,
        mix("#fff6e6", palette.near, palette.isDark ? 0.4 : 0.03),
      );
  }
}

function flakes(canvas: Canvas): void {
  const r = canvas.random("flakes");
  let d = "";
  for (let i = 0; i < 220; i += 1) {
    const size = r.between(1.4, 4.6);
    d += ellipsePath(r.next() * canvas.width, r.next() * canvas.height, size, size);
  }
  canvas.path(d, "#ffffff", { "fill-opacity": 0.85 });
}

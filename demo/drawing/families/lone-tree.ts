import { drawCrown, fallingLeaves, growLimbs } from "../draw/broad-tree";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { elephant } from "../draw/elephant";
import { birds, clouds, layers, mistBand, sky, stars, sun } from "../draw/landscape";
import type { LandscapePalette } from "../draw/palettes";
import { ellipsePath, n, type Point, polygon } from "../draw/path";
import { bench, lanterns, swing } from "../draw/tree-company";
import { SEASONS, type Season } from "../draw/tree-seasons";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

/** Light and air change every colour of a season a little. */
function tinted(palette: LandscapePalette, colour: string): string {
  return palette.isDark ? mix(colour, palette.sky[1], 0.4) : mix(colour, palette.haze, 0.07);
}

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const kind = String(options.season ?? "summer");
  const season = SEASONS[kind] ?? SEASONS.summer;
  if (!season) throw new RangeError(`no season ${kind}`);
  const what = String(options.with ?? "");
  const { width, height, short } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const light: -1 | 1 = left ? -1 : 1;
  const mirror = (u: number) => (left ? 1 - u : u) * width;
  const isFlat = kind === "savanna";
  const horizon = height * (isFlat ? 0.74 : 0.72);
  sky(canvas, palette, { horizonY: horizon });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon, count: 240 });
  const disc = sun(canvas, palette, {
    x: mirror(Number(options.sunX ?? 0.78)),
    y: height * Number(options.sunAt ?? 0.22),
    radius: short * Number(options.sunSize ?? 0.06),
    hidden: options.hidden === true,
  });
  clouds(canvas, palette, {
    fromY: height * 0.1,
    toY: height * 0.44,
    count: 3,
    kind: options.clouds === "heaps" ? "heaps" : "streaks",
  });
  layers(canvas, palette, {
    from: horizon - short * 0.05,
    to: horizon + short * 0.03,
    count: 3,
    amplitude: short * (isFlat ? 0.02 : 0.06),
    depth: [0.05, 0.42],
    frequency: 1.8,
  });
  mistBand(canvas, palette.haze, horizon - short * 0.05, horizon + short * 0.08, 0.45);

  const x = mirror(isTall ? 0.48 : width === height ? 0.47 : 0.4);
  const ground = (px: number) =>
    isFlat
      ? height * 0.86 + Math.sin(px / 190) * short * 0.008
      : height * 0.84 +
        ((px - x) / width) ** 2 * height * 0.26 +
        Math.sin(px / 170) * short * 0.006;
  const hill: Point[] = [];
  for (let px = -30; px <= width + 30; px += 20) hill.push([px, ground(px)]);
  const soil = tinted(palette, season.ground);
  const r = canvas.random("tree");
  const size =
    (isTall ? Math.min(height * 0.62, width * 0.92) : height * (kind === "winter" ? 0.92 : 0.8)) *
    Number(options.size ?? 1);
  const foot: Point = [x, ground(x) + size * 0.02];
  const limbs = growLimbs(
    r,
    foot,
    size,
    isFlat
      ? { spread: 0.66, levels: 6, trunk: 0.3, flat: 0.66 }
      : { spread: kind === "winter" ? 0.44 : 0.36, levels: 6, trunk: 0.24 },
  );

  canvas.path(
    polygon([...hill, [width + 30, height + 20], [-30, height + 20]]),
    canvas.linear([
      [0, mix(soil, palette.sun, 0.16)],
      [0.3, soil],
      [1, mix(soil, palette.near, kind === "winter" ? 0.35 : 0.55)],
    ]),
  );
  const shade = mix(palette.near, soil, 0.25);
  canvas.group(
    { "clip-path": canvas.clip(polygon([...hill, [width + 30, height + 20], [-30, height + 20]])) },
    () => {
      canvas.path(
        ellipsePath(x - light * size * 0.38, foot[1] + size * 0.055, size * 0.48, size * 0.05),
        shade,
        { "fill-opacity": 0.34 },
      );
      const g = canvas.random("grass");
      let blades = "";
      let pale = "";
      for (let i = 0; i < (kind === "winter" ? 60 : 420); i++) {
        const px = g.next() * width;
        const py = ground(px) + g.next() ** 1.4 * (height - ground(px));
        const tall = short * g.between(0.008, 0.022) * (isFlat ? 1.7 : 1);
        const d = `M${n(px)} ${n(py)}q${n(tall * 0.15)} ${n(-tall * 0.6)} ${n(tall * g.between(-0.2, 0.6))} ${n(-tall)}`;
        if (i % 2) blades += d;
        else pale += d;
      }
      canvas.stroke(blades, mix(soil, palette.near, 0.5), 2.2, { "stroke-opacity": 0.55 });
      canvas.stroke(pale, mix(soil, palette.sun, 0.5), 2, { "stroke-opacity": 0.6 });
    },
  );

  const bark = tinted(palette, season.bark);
  const crown = season.crown.map((colour) => tinted(palette, colour)) as unknown as Season["crown"];
  if (kind !== "winter")
    drawCrown(canvas, canvas.random("back"), {
      tips: limbs.tips.filter((_, i) => i % 3 === 0),
      size,
      light,
      colours: [crown[0], crown[0], crown[0], crown[1]],
      flat: isFlat ? 0.45 : 0.85,
    });
  canvas.path(
    limbs.d,
    canvas.linear(
      light > 0
        ? [
            [0, mix(bark, palette.near, 0.3)],
            [1, lighten(bark, 0.05)],
          ]
        : [
            [0, lighten(bark, 0.05)],
            [1, mix(bark, palette.near, 0.3)],
          ],
      "right",
    ),
  );
  if (kind === "winter") {
    canvas.path(limbs.d, mix("#ffffff", palette.sky[2], 0.05), {
      transform: `translate(${n(light * size * 0.004)} ${n(-size * 0.007)})`,
    });
    canvas.path(limbs.d, bark, { transform: `translate(0 ${n(size * 0.002)})` });
  } else {
    drawCrown(canvas, canvas.random("crown"), {
      tips: limbs.tips,
      size,
      light,
      colours: crown,
      flat: isFlat ? 0.42 : 0.85,
    });
  }
  if (season.falling.length > 0) {
    fallingLeaves(canvas, canvas.random("falling"), {
      x: x - light * size * 0.1,
      top: foot[1] - size * 0.6,
      ground,
      reach: size * 0.62,
      count: 190,
      size: short * 0.0085,
      drift: -light as -1 | 1,
      colours: season.falling.map((colour) => tinted(palette, colour)),
    });
  }
  if (what === "swing")
    swing(
      canvas,
      bark,
      x + light * size * 0.19,
      foot[1] - size * 0.48,
      foot[1] - size * 0.1,
      size * 0.11,
    );
  if (what === "bench")
    bench(
      canvas,
      mix(bark, palette.near, 0.2),
      x + light * size * 0.26,
      ground(x + light * size * 0.26) + size * 0.03,
      size * 0.2,
    );
  if (what === "elephants") {
    const grey = mix("#5a4a48", palette.near, 0.5);
    elephant(
      canvas,
      grey,
      mirror(0.74),
      ground(mirror(0.74)) + size * 0.035,
      size * 0.26,
      -light as -1 | 1,
    );
    elephant(
      canvas,
      grey,
      mirror(0.9),
      ground(mirror(0.9)) + size * 0.02,
      size * 0.16,
      -light as -1 | 1,
    );
  }
  if (what === "lanterns") {
    const spots = [
      [-0.24, 0.38],
      [-0.12, 0.42],
      [0.07, 0.36],
      [0.22, 0.43],
      [0.32, 0.37],
    ].map(([u = 0, v = 0]): Point => [x + u * size, foot[1] - v * size]);
    lanterns(canvas, palette, spots, size * 0.04);
  }
  if (options.birds === true)
    birds(canvas, palette, { x: mirror(0.86), y: height * 0.5, count: 5, size: short * 0.02 });
  const word = canvas.random("name");
  const extra =
    {
      swing: "with a swing",
      bench: "with a bench",
      elephants: "with two elephants",
      lanterns: "with paper lanterns",
    }[what] ?? (isFlat ? "" : "on a hill");
  return {
    name: title(season.name, extra, word.pick(palette.words)),
    keywords: keywordsOf(
      palette,
      [
        "tree",
        "hill",
        "nature",
        "landscape",
        ...season.keywords,
        what.replace(/s$/, ""),
        what === "elephants" && "animals",
        what === "lanterns" && "light",
        season.falling.length > 0 && "leaves",
      ],
      disc,
    ),
    grain: 7,
  };
}

export const loneTree: Family = {
  slug: "lone-tree",
  host: "fieldnotes.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "mint", options: { season: "blossom", with: "bench", sun: "right" } },
    { aspect: "1:1", palette: "autumn", options: { season: "autumn", sun: "left", birds: true } },
    {
      aspect: "16:9",
      palette: "sunset",
      options: {
        season: "savanna",
        with: "elephants",
        sun: "right",
        sunX: 0.66,
        sunAt: 0.62,
        sunSize: 0.17,
      },
    },
    {
      aspect: "4:5",
      palette: "noon",
      options: { season: "summer", with: "swing", sun: "right", clouds: "heaps" },
    },
    { aspect: "3:2", palette: "snow", options: { season: "winter", sun: "left", sunSize: 0.08 } },
    {
      aspect: "2:3",
      palette: "night",
      options: { season: "blossom", with: "lanterns", sun: "right", sunSize: 0.08 },
    },
  ],
  draw,
};

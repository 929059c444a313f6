import type { Canvas } from "../draw/canvas";
import { birds, clouds, type Disc, layers, mistBand, sky, stars, sun } from "../draw/landscape";
import { foreground } from "../draw/mountain-front";
import { lake, type MountainScene, meadow, range, river } from "../draw/mountain-range";
import type { LandscapePalette } from "../draw/palettes";
import { pineRow } from "../draw/pines";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

const NAMES: Record<string, readonly string[]> = {
  range: ["Snowy mountain peaks behind a dark pine forest", "Jagged peaks above a misty valley"],
  lake: ["Mountain reflected in a still lake", "Alpine lake below a snow-covered peak"],
  river: [
    "River winding through a mountain valley",
    "Mountain stream running through a wide valley",
  ],
  hills: ["Blue mountain ridges fading into the mist", "Misty hills, ridge behind ridge"],
};

function nameOf(
  palette: LandscapePalette,
  kind: string,
  what: string,
  facts: { disc: Disc },
  r: number,
): string {
  const light = palette.words[r % palette.words.length];
  const words = NAMES[kind] ?? [];
  const subject = words[r % words.length] ?? "Mountains";
  if (what === "cabin")
    return title("Log cabin", kind === "lake" ? "by an alpine lake" : "below snowy peaks", light);
  if (what === "tent")
    return title("Tent", kind === "lake" ? "by a mountain lake" : "in a mountain valley", light);
  return title(subject, facts.disc === "moon" && kind === "lake" ? "in moonlight" : light);
}

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const kind = String(options.kind ?? "range");
  const what = String(options.with ?? "");
  const { width, height } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const sunX = width * (left ? 0.26 : 0.74);
  const horizon = height * (kind === "lake" ? 0.6 : kind === "river" ? 0.56 : 0.62);
  const scene: MountainScene = { canvas, palette, kind, sunX, light: left ? -1 : 1, horizon };
  const great = width * (left ? 0.64 : 0.37);
  const snow = Number(options.snow ?? 0.75);
  const r = canvas.random("scene");

  sky(canvas, palette, { horizonY: horizon });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon * 0.8 });
  const disc = sun(canvas, palette, {
    x: sunX,
    y: horizon * (isTall ? 0.24 : 0.27) * r.between(0.85, 1.1),
    radius: canvas.short * r.between(0.045, 0.062),
    hidden: options.hidden === true,
  });
  clouds(canvas, palette, { fromY: horizon * 0.14, toY: horizon * 0.5, count: 3, kind: "streaks" });

  if (kind === "hills") {
    layers(canvas, palette, {
      from: height * 0.4,
      to: height * 0.92,
      count: 7,
      amplitude: height * 0.15,
      shape: "alpine",
      frequency: 2.4,
      depth: [0.02, 0.98],
      mist: 0.75,
      after: ({ at, colour }, _t, i) => {
        if (i < 4) return;
        const size = (i - 3) * canvas.short * 0.026;
        const row = pineRow(canvas.random(`pines${i}`), {
          from: -20,
          to: width + 20,
          at: (x) => at(x) + 4,
          height: size,
          spacing: size * 0.24,
        });
        canvas.path(row, colour);
      },
    });
    birds(canvas, palette, { x: width * (left ? 0.6 : 0.4), y: height * 0.24, count: 5, size: 18 });
  } else {
    range(scene, great, snow);
    if (kind === "range") meadow(scene);
    mistBand(canvas, palette.haze, horizon - height * 0.14, horizon + height * 0.05, 0.75);
    if (kind === "lake") lake(scene, great, snow);
    if (kind === "river") {
      meadow(scene);
      river(scene, width * 0.5);
    }
    foreground(scene, what);
  }
  const facts = { disc };
  return {
    name: nameOf(palette, kind, what, facts, canvas.random("name").integer(0, 5)),
    keywords: keywordsOf(
      palette,
      [
        "mountain",
        "mountains",
        kind === "hills" ? "hills" : "peak",
        "nature",
        "landscape",
        "alps",
        kind !== "hills" && snow > 0 && "snow",
        kind === "lake" && "lake",
        kind === "lake" && "water",
        kind === "lake" && "reflection",
        kind === "river" && "river",
        kind === "river" && "valley",
        "trees",
        "forest",
        "pine",
        what,
        what === "cabin" && "house",
        what === "tent" && "camping",
        kind === "hills" && "mist",
        kind === "hills" && "fog",
        kind === "hills" && "birds",
      ],
      disc,
    ),
    grain: 6,
  };
}

export const mountains: Family = {
  slug: "mountains",
  host: "northfold.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "sunset", options: { kind: "range", sun: "right" } },
    { aspect: "4:5", palette: "mint", options: { kind: "lake", sun: "left" } },
    { aspect: "16:9", palette: "dawn", options: { kind: "hills", sun: "left" } },
    { aspect: "3:2", palette: "noon", options: { kind: "lake", sun: "right" } },
    { aspect: "2:3", palette: "night", options: { kind: "lake", sun: "right", with: "cabin" } },
    { aspect: "3:2", palette: "autumn", options: { kind: "river", sun: "left", snow: 0.55 } },
    { aspect: "1:1", palette: "violet", options: { kind: "range", sun: "left", with: "tent" } },
    { aspect: "21:9", palette: "rose", options: { kind: "hills", sun: "right", hidden: true } },
    {
      aspect: "3:2",
      palette: "snow",
      options: { kind: "lake", sun: "left", with: "cabin", hidden: true },
    },
  ],
  draw,
};

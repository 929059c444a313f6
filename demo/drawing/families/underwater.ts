import type { Canvas } from "../draw/canvas";
import { mix } from "../draw/colour";
import { fish, shoal } from "../draw/fish";
import { jellyfish } from "../draw/jellyfish";
import { ellipsePath } from "../draw/path";
import { bubbles, depths, SEAS } from "../draw/sea-light";
import { seabed } from "../draw/seabed";
import { turtle } from "../draw/turtle";
import { whale } from "../draw/whale";
import { counted, keywordsOf, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

function draw(canvas: Canvas, variant: Variant): Drawing {
  const sea = SEAS[variant.palette];
  if (!sea) throw new RangeError(`no sea ${variant.palette}`);
  const options = variant.options ?? {};
  const kind = String(options.with ?? "whale");
  const bed = String(options.bed ?? "reef");
  const { width, height, short } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const turn: -1 | 1 = left ? -1 : 1;
  const mirror = (u: number) => (left ? 1 - u : u) * width;
  const r = canvas.random("scene");
  depths(canvas, sea, mirror(0.7));
  const word = canvas.random("name");
  let subject = "";
  let words: string[] = [];
  if (kind === "whale") {
    const calf = options.calf === true;
    const s = Math.min(width * 0.36, short * 0.5);
    if (calf) whale(canvas, sea, mirror(0.24), height * 0.68, s * 0.42, turn, 0.36);
    seabed(canvas, sea, bed);
    whale(canvas, sea, mirror(isTall ? 0.5 : 0.54), height * (isTall ? 0.44 : 0.43), s, turn, 0);
    bubbles(canvas, sea, mirror(0.9), height * 0.36, 9);
    subject = calf ? "Whale and her calf" : "Whale above the sea bed";
    words = ["whale", "animal", "mammal", calf ? "two" : "one"];
  } else if (kind === "jellyfish") {
    const count = Number(options.count ?? 5);
    seabed(canvas, sea, bed);
    const spots = [
      [0.2, 0.2, 0.1],
      [0.84, 0.5, 0.2],
      [0.72, 0.2, 0.35],
      [0.2, 0.62, 0.5],
      [0.46, 0.36, 1],
    ] as const;
    const colours = [sea.accent, "#f2c14e", "#ff9fb8", mix(sea.accent, "#f2c14e", 0.5), sea.accent];
    for (const [i, [u, v, t]] of spots.slice(-count).entries())
      jellyfish(
        canvas,
        sea,
        `jelly${i}`,
        mirror(u),
        height * v,
        short * (0.06 + 0.12 * t ** 0.9) * (isTall ? 1.25 : 1),
        colours[i] ?? sea.accent,
        0.45 + 0.55 * t,
      );
    subject =
      count === 1 ? "Jellyfish with long tentacles" : counted(count, "jellyfish", "jellyfish");
    words = ["jellyfish", "medusa", "animal"];
  } else if (kind === "turtle") {
    seabed(canvas, sea, bed);
    let small = "";
    for (let i = 0; i < 16; i++)
      small += fish(
        mirror(0.82) + r.between(-0.14, 0.14) * width,
        height * 0.64 + r.between(-0.08, 0.08) * height,
        short * r.between(0.012, 0.022),
        0.05,
        turn,
      );
    canvas.path(small, mix(sea.near, sea.middle, 0.3));
    turtle(canvas, sea, mirror(0.47), height * 0.42, short * (isTall ? 0.33 : 0.27), turn);
    bubbles(canvas, sea, mirror(0.82), height * 0.3, 7);
    subject = word.pick(["Sea turtle", "Swimming sea turtle"]);
    words = ["turtle", "animal", "fish"];
  } else {
    seabed(canvas, sea, bed);
    shoal(canvas, sea, turn);
    subject = `Shoal of fish with one ${sea.name === "ocean" ? "orange" : "bright"} fish`;
    words = ["fish", "shoal", "animals", "swarm"];
  }
  const dust = canvas.random("dust");
  let specks = "";
  for (let i = 0; i < 90; i++)
    specks += ellipsePath(
      dust.next() * width,
      dust.next() * height,
      dust.between(1, 2.6),
      dust.between(1, 2.6),
    );
  canvas.path(specks, sea.ray, { "fill-opacity": 0.35 });
  const place = bed === "reef" ? "above a coral reef" : bed === "kelp" ? "among tall seaweed" : "";
  return {
    name: title(subject, subject.includes("above") ? "" : place, word.pick(sea.words)),
    keywords: keywordsOf(undefined, [
      "underwater",
      "sea",
      "ocean",
      "water",
      "diving",
      ...words,
      bed === "reef" && "coral",
      bed === "reef" && "reef",
      bed === "kelp" ? "seaweed" : false,
      ...sea.keywords,
    ]),
    grain: 6,
  };
}

export const underwater: Family = {
  slug: "underwater",
  host: "harbourlight.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    {
      aspect: "3:2",
      palette: "lagoon",
      options: { with: "whale", calf: true, bed: "weed", sun: "right" },
    },
    {
      aspect: "4:5",
      palette: "abyss",
      options: { with: "jellyfish", count: 5, bed: "weed", sun: "left" },
    },
    { aspect: "16:9", palette: "ocean", options: { with: "shoal", bed: "reef", sun: "right" } },
    { aspect: "3:2", palette: "kelp", options: { with: "turtle", bed: "kelp", sun: "left" } },
    {
      aspect: "2:3",
      palette: "violet",
      options: { with: "jellyfish", count: 3, bed: "reef", sun: "right" },
    },
    { aspect: "1:1", palette: "ocean", options: { with: "turtle", bed: "reef", sun: "right" } },
    { aspect: "21:9", palette: "abyss", options: { with: "whale", bed: "weed", sun: "left" } },
  ],
  draw,
};

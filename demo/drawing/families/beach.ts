import { bather, boat, parasol, towel } from "../draw/beach-things";
import { walker } from "../draw/beach-walker";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { palmTop } from "../draw/palm-from-above";
import { ellipsePath, n, type Point, polygon } from "../draw/path";
import { fbm } from "../draw/random";
import { band, foam, type Line } from "../draw/surf";
import { counted, keywordsOf, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

type Shore = {
  sand: string;
  wet: string;
  water: readonly [shallow: string, middle: string, deep: string];
  cloths: readonly string[];
  shade: string;
  words: string;
  keywords: readonly string[];
};

const SHORES: Record<string, Shore> = {
  tropic: {
    sand: "#f3dcae",
    wet: "#d9b27c",
    water: ["#8fe0cf", "#2bb3ae", "#0c6f8c"],
    cloths: ["#e8523f", "#ffffff", "#f2b134", "#1f6f8c"],
    shade: "#5a3a4a",
    words: "turquoise",
    keywords: ["turquoise", "tropical"],
  },
  blue: {
    sand: "#efd9b8",
    wet: "#cfae88",
    water: ["#a8d8e6", "#4a9fce", "#1d5f9a"],
    cloths: ["#f2c14e", "#ffffff", "#d1495b", "#2f5d8a"],
    shade: "#3f3a5a",
    words: "blue",
    keywords: ["blue"],
  },
  rose: {
    sand: "#f2cdbb",
    wet: "#d6a090",
    water: ["#f2dcd8", "#b7a9c9", "#6f78a8"],
    cloths: ["#d1495b", "#fff3e6", "#edae49", "#7c5b8e"],
    shade: "#5a2f4f",
    words: "violet",
    keywords: ["pink", "violet", "evening"],
  },
  green: {
    sand: "#e9dfc0",
    wet: "#c2b68c",
    water: ["#c5e6c8", "#5fb09a", "#226a68"],
    cloths: ["#e07a4b", "#fffaf0", "#f0c25c", "#2f6f6b"],
    shade: "#33413f",
    words: "green",
    keywords: ["green"],
  },
  dark: {
    sand: "#5a5560",
    wet: "#3f3d4a",
    water: ["#c8dde0", "#4f8a9c", "#173f58"],
    cloths: ["#e4572e", "#f7f1e3", "#ffc857", "#5fa8d3"],
    shade: "#15131f",
    words: "blue",
    keywords: ["black sand", "blue"],
  },
};

function draw(canvas: Canvas, variant: Variant): Drawing {
  const shore = SHORES[variant.palette];
  if (!shore) throw new RangeError(`no shore ${variant.palette}`);
  const options = variant.options ?? {};
  const isUpright = options.upright === true;
  const { short } = canvas;
  // The shore is drawn lying; an upright one is the same drawing turned by a quarter.
  const length = isUpright ? canvas.height : canvas.width;
  const across = isUpright ? canvas.width : canvas.height;
  const place = (u: number, v: number): Point =>
    isUpright ? [v * across, canvas.height - u * length] : [u * length, v * across];
  const wave = fbm(`${canvas.id}/shore`, 3);
  const swell = fbm(`${canvas.id}/swell`, 2);
  const level = across * Number(options.level ?? 0.5);
  const line =
    (offset: number, shift: number): Line =>
    (x) =>
      level +
      offset +
      wave((x / length) * 2.6 + 5) * across * 0.07 +
      swell((x / length) * 5 + shift) * across * 0.025;
  const r = canvas.random("shore");
  const [shallow, middle, deep] = shore.water;
  const turned = isUpright ? { transform: `translate(0 ${n(canvas.height)}) rotate(-90)` } : {};
  canvas.group(turned, () => {
    canvas.path(
      polygon([
        [-20, -20],
        [length + 20, -20],
        [length + 20, across + 20],
        [-20, across + 20],
      ]),
      canvas.linear([
        [0, mix(shore.sand, shore.wet, 0.35)],
        [0.6, shore.sand],
        [1, lighten(shore.sand, 0.02)],
      ]),
    );
    let dots = "";
    let dents = "";
    for (let i = 0; i < 420; i++) {
      const d = ellipsePath(
        r.next() * length,
        level + r.next() * (across - level),
        r.between(0.8, 2.4),
        r.between(0.8, 2),
      );
      if (i % 3) dots += d;
      else dents += d;
    }
    canvas.path(dots, shore.shade, { "fill-opacity": 0.16 });
    canvas.path(dents, "#ffffff", { "fill-opacity": 0.3 });
    canvas.path(band(line(across * 0.085, 0.4), -20, length), mix(shore.sand, shore.wet, 0.45));
    canvas.path(band(line(across * 0.05, 1), -20, length), shore.wet);
    canvas.path(band(line(across * 0.02, 2), -20, length), mix(shallow, "#ffffff", 0.35), {
      "fill-opacity": 0.8,
    });
    foam(canvas, canvas.random("foam1"), line(across * 0.022, 2), length, across * 0.032, 0.92);
    const steps = 6;
    for (let i = 0; i < steps; i++) {
      const t = i / (steps - 1);
      const colour = t < 0.5 ? mix(shallow, middle, t * 2) : mix(middle, deep, t * 2 - 1);
      canvas.path(band(line(-across * (0.03 + 0.46 * t ** 1.15), 3 + i), -20, length), colour, {
        "fill-opacity": i === 0 ? 0.9 : 0.72,
      });
      if (i === 1 || i === 3)
        foam(
          canvas,
          canvas.random(`foam${i + 2}`),
          line(-across * (0.028 + 0.46 * t ** 1.15), 3 + i),
          length,
          across * (i === 1 ? 0.024 : 0.018),
          i === 1 ? 0.8 : 0.55,
        );
    }
    let ripples = "";
    for (let i = 0; i < 120; i++) {
      const x = r.next() * length;
      const y = r.next() ** 0.8 * (level - across * 0.08);
      const w = r.between(12, 46);
      ripples += `M${n(x)} ${n(y)}q${n(w * 0.5)} ${n(-w * 0.22)} ${n(w)} 0q${n(w * 0.5)} ${n(w * 0.18)} ${n(w)} 0`;
    }
    canvas.stroke(ripples, "#ffffff", 2.2, { "stroke-opacity": 0.22 });
  });

  const facts: string[] = [];
  const [c0 = "#e8523f", c1 = "#ffffff", c2 = "#f2b134", c3 = "#1f6f8c"] = shore.cloths;
  const skins = ["#e0a981", "#b97a56", "#8a5638"];
  const umbrellas = Number(options.parasols ?? 0);
  const sandFrom = level / across + 0.17;
  const spots: readonly (readonly [number, number, number])[] =
    umbrellas === 1
      ? [[0.4, 0.5, 1.7]]
      : umbrellas === 3
        ? [
            [0.24, 0.5, 1.15],
            [0.54, 0.32, 1],
            [0.8, 0.62, 1.2],
          ]
        : [
            [0.12, 0.3, 0.85],
            [0.3, 0.74, 0.95],
            [0.47, 0.28, 0.85],
            [0.66, 0.7, 0.95],
            [0.8, 0.26, 0.85],
            [0.94, 0.76, 0.9],
            [0.08, 0.86, 0.8],
          ];
  for (const [i, [u, v, k]] of spots.slice(0, umbrellas).entries()) {
    const s = short * (umbrellas > 3 ? 0.085 : 0.115) * k;
    const [x, y] = place(u, sandFrom + (0.97 - sandFrom) * v);
    const pair = (
      [
        [c0, c1],
        [c2, c1],
        [c3, c1],
      ] as const
    )[i % 3] ?? [c0, c1];
    const other = (
      [
        [c3, c1],
        [c0, c1],
        [c2, c1],
      ] as const
    )[i % 3] ?? [c3, c1];
    const angle = r.between(-24, 24);
    towel(canvas, x - s * 1.35, y + s * 0.1, s * 1.35, [other[0], other[1]], shore.shade, angle);
    if (umbrellas < 4 || i % 2 === 0)
      bather(
        canvas,
        x - s * 1.35,
        y + s * 0.12,
        s * 1.3,
        i % 2 ? c0 : c2,
        skins[i % 3] ?? "#b97a56",
        angle,
      );
    if (umbrellas < 4 || i % 3 === 0)
      towel(canvas, x + s * 1.5, y + s * 0.35, s * 1.25, [pair[0], "#fff6e4"], shore.shade, -angle);
    parasol(canvas, x, y, s, [pair[0], pair[1]], shore.shade, r.next());
  }
  if (umbrellas > 0) facts.push(counted(umbrellas, "parasol"));
  if (options.palms === true) {
    for (const [i, [u, v, k]] of (
      [
        [0.03, 0.98, 0.36],
        [0.24, 1.06, 0.3],
        [0.93, 0.98, 0.38],
        [0.72, 1.08, 0.28],
      ] as const
    ).entries()) {
      const [x, y] = place(u, v);
      palmTop(canvas, `palm${i}`, x, y, short * k, shore.shade);
    }
    facts.push("palm trees");
  }
  const hasWalker = options.walker === true;
  if (hasWalker) walker(canvas, length, (x) => line(across * 0.2, 6)(x), short, c0, shore.shade);
  const boats = Number(options.boats ?? 0);
  for (let i = 0; i < boats; i++) {
    const [u, v, k, a] = (
      [
        [0.62, 0.5, 1, -24],
        [0.3, 0.24, 0.8, 14],
        [0.84, 0.2, 0.7, 40],
      ] as const
    )[i] ?? [0.5, 0.5, 1, 0];
    const [x, y] = place(u, (v * level * 0.86) / across + 0.04);
    boat(
      canvas,
      x,
      y,
      short * (boats === 1 ? 0.2 : 0.14) * k,
      [c0, c1, c2][i] ?? c0,
      shore.shade,
      a,
    );
  }
  if (boats > 0) facts.push(counted(boats, "rowing boat").replace(/^A /, "a "));
  const [first = "Empty beach", second] = facts;
  const beachWord = variant.palette === "dark" ? "a black sand beach" : "a sandy beach";
  const subject = hasWalker
    ? "Walker and footprints on"
    : facts.length === 0
      ? "Waves running onto"
      : first === "palm trees"
        ? "Palm trees on"
        : second
          ? `${first} and ${second.toLowerCase()} on`
          : boats > 0
            ? `${first} off`
            : `${first} on`;
  return {
    name: title(
      subject,
      beachWord,
      `by ${shore.words} water`,
      options.above === false ? "" : "from above",
    ),
    keywords: keywordsOf(undefined, [
      "beach",
      "sea",
      "water",
      "waves",
      "sand",
      "coast",
      "summer",
      "holiday",
      "ocean",
      "aerial",
      level < across * 0.45 && "low tide",
      umbrellas > 0 && "parasol",
      umbrellas > 0 && "umbrella",
      (umbrellas > 0 || hasWalker) && "people",
      boats > 0 && "boat",
      options.palms === true && "palm",
      options.palms === true && "trees",
      ...shore.keywords,
    ]),
    grain: 7,
  };
}

export const beach: Family = {
  slug: "beach",
  host: "harbourlight.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "tropic", options: { parasols: 3, palms: false, level: 0.46 } },
    { aspect: "4:5", palette: "blue", options: { parasols: 7, level: 0.36 } },
    { aspect: "16:9", palette: "green", options: { palms: true, boats: 1, level: 0.56 } },
    { aspect: "1:1", palette: "rose", options: { parasols: 1, upright: true, level: 0.44 } },
    { aspect: "3:2", palette: "dark", options: { walker: true, level: 0.56 } },
    {
      aspect: "2:3",
      palette: "tropic",
      options: { boats: 3, palms: true, upright: true, level: 0.58 },
    },
  ],
  draw,
};

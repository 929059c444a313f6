import "server-only";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { blob, ellipsePath, n, type Point, polygon, smoothClosed } from "../draw/path";
import { fbm, type Random } from "../draw/random";
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

/** A line along the shore; `at(x)` is its height, or its place across for an upright shore. */
type Line = (x: number) => number;

function band(from: Line, to: number, length: number): string {
  const points: Point[] = [];
  for (let x = -20; x <= length + 20; x += 14) points.push([x, from(x)]);
  return polygon([...points, [length + 20, to], [-20, to]]);
}

/** Foam as a lace: a bright edge and rings of bubbles behind it. */
function foam(
  canvas: Canvas,
  r: Random,
  line: Line,
  length: number,
  depth: number,
  alpha: number,
): void {
  const edge: Point[] = [];
  const back: Point[] = [];
  const lace = fbm(`${canvas.id}/lace${Math.round(depth * 10)}`, 4);
  for (let x = -20; x <= length + 20; x += 9) {
    edge.push([x, line(x)]);
    back.push([x, line(x) - depth * (0.55 + 0.5 * Math.abs(lace(x / 90)))]);
  }
  canvas.path(polygon([...edge, ...back.reverse()]), "#ffffff", { "fill-opacity": alpha });
  let holes = "";
  let drops = "";
  for (let i = 0; i < length / 9; i++) {
    const x = r.next() * length;
    const t = r.next();
    const size = depth * r.between(0.06, 0.24);
    if (t < 0.35)
      holes += blob(r, x, line(x) - depth * r.between(0.2, 0.9), size * 1.4, size * 0.8, 0.25, 8);
    else
      drops += blob(r, x, line(x) - depth * (0.7 + 2.4 * t * t), size * 1.6, size * 0.5, 0.25, 8);
  }
  canvas.path(drops, "#ffffff", { "fill-opacity": alpha * 0.55 });
  canvas.path(holes, "#bfe6e2", { "fill-opacity": 0.5 });
}

/** A parasol from above in slices, its shade thrown to one side. */
function parasol(
  canvas: Canvas,
  x: number,
  y: number,
  s: number,
  colours: readonly [string, string],
  shade: string,
  turn: number,
): void {
  const rim: Point[] = Array.from({ length: 16 }, (_, i): Point => {
    const a = turn + (i / 16) * Math.PI * 2;
    return [x + Math.cos(a) * s, y + Math.sin(a) * s];
  });
  canvas.softShadow(polygon(rim), s * 0.52, s * 0.5, 0.5, shade);
  for (let i = 0; i < 8; i++) {
    const a = turn + (i / 8) * Math.PI * 2;
    const b = turn + ((i + 1) / 8) * Math.PI * 2;
    const lit = Math.cos((a + b) / 2 + Math.PI * 0.75);
    const middle = (a + b) / 2;
    canvas.path(
      `M${n(x)} ${n(y)}L${n(x + Math.cos(a) * s)} ${n(y + Math.sin(a) * s)}Q${n(x + Math.cos(middle) * s * 0.97)} ${n(y + Math.sin(middle) * s * 0.97)} ${n(x + Math.cos(b) * s)} ${n(y + Math.sin(b) * s)}z`,
      lighten(colours[i % 2] ?? "#ffffff", lit * 0.055 - 0.03),
    );
  }
  canvas.path(ellipsePath(x, y, s * 0.07, s * 0.07), mix(colours[0], shade, 0.3));
}

function towel(
  canvas: Canvas,
  x: number,
  y: number,
  s: number,
  colours: readonly [string, string],
  shade: string,
  angle: number,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n(angle)})` }, () => {
    const d = polygon([
      [-s * 0.3, -s * 0.62],
      [s * 0.3, -s * 0.62],
      [s * 0.32, s * 0.62],
      [-s * 0.29, s * 0.62],
    ]);
    canvas.softShadow(d, s * 0.05, s * 0.05, 0.4, shade);
    canvas.path(d, colours[1]);
    for (let i = 0; i < 5; i++)
      canvas.rect(-s * 0.3, -s * 0.56 + i * s * 0.25, s * 0.6, s * 0.1, colours[0]);
  });
}

/** A person lying on their back, seen from above. */
function bather(
  canvas: Canvas,
  x: number,
  y: number,
  s: number,
  suit: string,
  skin: string,
  angle: number,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n(angle)})` }, () => {
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [u * s, v * s]);
    canvas.stroke(
      `M${n(-s * 0.06)} ${n(s * 0.08)}L${n(-s * 0.08)} ${n(s * 0.46)}M${n(s * 0.06)} ${n(s * 0.08)}L${n(s * 0.09)} ${n(s * 0.46)}M${n(-s * 0.11)} ${n(-s * 0.26)}L${n(-s * 0.2)} ${n(-s * 0.02)}M${n(s * 0.11)} ${n(-s * 0.26)}L${n(s * 0.2)} ${n(-s * 0.04)}`,
      skin,
      s * 0.075,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.13, -0.3],
          [0.13, -0.3],
          [0.1, -0.05],
          [0.12, 0.12],
          [-0.12, 0.12],
          [-0.1, -0.05],
        ]),
      ),
      suit,
    );
    canvas.path(ellipsePath(0, -s * 0.42, s * 0.1, s * 0.11), "#3a2620");
    canvas.path(ellipsePath(0, -s * 0.4, s * 0.075, s * 0.085), skin);
  });
}

/** A rowing boat or a surfboard from above, with its shadow on the water below. */
function boat(
  canvas: Canvas,
  x: number,
  y: number,
  s: number,
  colour: string,
  shade: string,
  angle: number,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n(angle)})` }, () => {
    const hull = `M${n(-s)} 0C${n(-s * 0.6)} ${n(-s * 0.38)} ${n(s * 0.5)} ${n(-s * 0.42)} ${n(s)} 0C${n(s * 0.5)} ${n(s * 0.42)} ${n(-s * 0.6)} ${n(s * 0.38)} ${n(-s)} 0z`;
    canvas.softShadow(hull, s * 0.12, s * 0.2, 0.4, shade);
    canvas.path(hull, colour);
    canvas.path(
      `M${n(-s * 0.84)} 0C${n(-s * 0.5)} ${n(-s * 0.28)} ${n(s * 0.42)} ${n(-s * 0.32)} ${n(s * 0.82)} 0C${n(s * 0.42)} ${n(s * 0.32)} ${n(-s * 0.5)} ${n(s * 0.28)} ${n(-s * 0.84)} 0z`,
      mix("#c99a63", shade, 0.12),
    );
    for (const u of [-0.46, 0, 0.42])
      canvas.rect(u * s - s * 0.06, -s * 0.27, s * 0.12, s * 0.54, "#8a5a35");
    canvas.stroke(
      `M${n(-s * 0.1)} ${n(-s * 0.26)}L${n(s * 0.28)} ${n(-s * 0.78)}M${n(-s * 0.1)} ${n(s * 0.26)}L${n(s * 0.28)} ${n(s * 0.78)}`,
      "#8a5a35",
      s * 0.035,
    );
    canvas.path(
      `M${n(s * 0.24)} ${n(-s * 0.68)}L${n(s * 0.42)} ${n(-s * 0.98)}L${n(s * 0.32)} ${n(-s * 1.02)}L${n(s * 0.2)} ${n(-s * 0.72)}zM${n(s * 0.24)} ${n(s * 0.68)}L${n(s * 0.42)} ${n(s * 0.98)}L${n(s * 0.32)} ${n(s * 1.02)}L${n(s * 0.2)} ${n(s * 0.72)}z`,
      "#8a5a35",
    );
  });
}

/** A palm from above: a star of fronds with its shadow. */
function palmTop(
  canvas: Canvas,
  part: string,
  x: number,
  y: number,
  s: number,
  shade: string,
): void {
  const r = canvas.random(part);
  let d = "";
  let leaves = "";
  for (let i = 0; i < 11; i++) {
    const a = (i / 11) * Math.PI * 2 + r.between(-0.16, 0.16);
    const long = s * r.between(0.82, 1.08);
    const bend = r.between(-0.22, 0.22);
    const at = (turn: number, far: number): Point => [
      x + Math.cos(a + turn) * long * far,
      y + Math.sin(a + turn) * long * far,
    ];
    leaves += smoothClosed([
      [x, y],
      at(bend * 0.5 - 0.2, 0.55),
      at(bend, 1),
      at(bend * 0.5 + 0.2, 0.55),
    ]);
    for (let k = 1; k <= 11; k++) {
      const u = k / 11;
      const b = a + bend * u;
      const [px, py] = [x + Math.cos(b) * long * u, y + Math.sin(b) * long * u];
      const w = long * 0.2 * Math.sin(Math.PI * (0.12 + u * 0.84));
      for (const side of [-1, 1]) {
        const c = b + side * 0.85;
        const [ex, ey] = [px + Math.cos(c) * w, py + Math.sin(c) * w];
        const [bx, by] = [px - Math.cos(b) * long * 0.075, py - Math.sin(b) * long * 0.075];
        d +=
          side > 0
            ? `M${n(bx)} ${n(by)}L${n(px)} ${n(py)}L${n(ex)} ${n(ey)}z`
            : `M${n(bx)} ${n(by)}L${n(ex)} ${n(ey)}L${n(px)} ${n(py)}z`;
      }
    }
  }
  canvas.softShadow(leaves, s * 0.3, s * 0.3, 0.4, shade);
  canvas.path(
    d,
    canvas.radial([
      [0, "#8fb85a"],
      [0.5, "#4f8f52"],
      [1, "#256b52"],
    ]),
  );
  canvas.path(ellipsePath(x, y, s * 0.07, s * 0.07), "#6b4a2e");
}

/** A walker seen from above with a long shadow, and the footprints up to there. */
function walker(
  canvas: Canvas,
  length: number,
  path: Line,
  short: number,
  coat: string,
  shade: string,
): void {
  const end = length * 0.64;
  let prints = "";
  for (let x = -20, i = 0; x < end - short * 0.05; x += short * 0.032, i++) {
    prints += ellipsePath(
      x,
      path(x) + (i % 2 ? 1 : -1) * short * 0.011,
      short * 0.011,
      short * 0.0055,
    );
  }
  canvas.path(prints, shade, { "fill-opacity": 0.55 });
  canvas.path(prints, "#ffffff", { "fill-opacity": 0.14, transform: "translate(2 3)" });
  const y = path(end);
  const s = short * 0.055;
  const shadow = polygon([
    [end, y - s * 0.5],
    [end + s * 2.6, y + s * 1.1],
    [end + s * 2.9, y + s * 1.7],
    [end + s * 2.2, y + s * 1.75],
    [end - s * 0.1, y + s * 0.55],
  ]);
  canvas.path(shadow, shade, { "fill-opacity": 0.55 });
  canvas.path(ellipsePath(end + s * 3.05, y + s * 1.72, s * 0.4, s * 0.3), shade, {
    "fill-opacity": 0.55,
  });
  canvas.path(ellipsePath(end, y, s * 0.42, s * 0.78), coat);
  for (const side of [-1, 1])
    canvas.path(
      ellipsePath(end - s * 0.16 * side, y + side * s * 0.86, s * 0.24, s * 0.22),
      mix(coat, shade, 0.3),
    );
  canvas.path(ellipsePath(end + s * 0.06, y, s * 0.34, s * 0.36), "#2c1f24");
  canvas.path(ellipsePath(end + s * 0.02, y - s * 0.06, s * 0.2, s * 0.2), "#5a4038");
}

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
            [0.56, 0.32, 1],
            [0.82, 0.66, 1.2],
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

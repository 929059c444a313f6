import { acorn, berries } from "../draw/acorn";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { type LeafKind, leafShape } from "../draw/leaf";
import { blob } from "../draw/path";
import { at, castShadow, circle, type Placed, place, scatter } from "../draw/print";
import type { Random } from "../draw/random";
import type { Drawing, Family } from "../family";

type Ground = "paper" | "pond" | "dark" | "moss";
type Layout = "loose" | "wreath" | "great";

const GROUNDS: Record<Ground, { colour: string; words: string; keywords: readonly string[] }> = {
  paper: { colour: "#f7ecd9", words: "on cream paper", keywords: ["paper"] },
  pond: { colour: "#1d5560", words: "floating on a pond", keywords: ["pond", "water", "ripples"] },
  dark: { colour: "#2b1d2c", words: "on a dark ground", keywords: ["dark"] },
  moss: { colour: "#c9cfa8", words: "on pale green", keywords: ["green"] },
};
/** What each kind turns to in October. */
const COLOURS: Record<LeafKind, readonly string[]> = {
  maple: ["#c23b22", "#d9772b", "#e0a030", "#9c2f2f"],
  oak: ["#8a5a33", "#a8702f", "#c98b3a"],
  beech: ["#d9902f", "#b8602c", "#e4b04a"],
  ginkgo: ["#e9c04c", "#dfae36"],
  aspen: ["#e2a83a", "#d98a2b", "#a9a04a"],
  rowan: ["#b5432e", "#d0652c", "#8f3540"],
  willow: ["#a3a24f", "#c7a943", "#7d8a48"],
};

/** Fallen leaves with acorns and berries, loose, in a wreath, or one great leaf in front. */
export const autumnLeaves: Family = {
  slug: "autumn-leaves",
  host: "papercraft.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    {
      aspect: "3:2",
      palette: "paper",
      options: { layout: "loose", kinds: "maple,oak,beech,aspen,rowan,willow" },
    },
    { aspect: "4:5", palette: "pond", options: { layout: "loose", kinds: "maple,beech,aspen" } },
    {
      aspect: "1:1",
      palette: "moss",
      options: { layout: "wreath", kinds: "maple,oak,rowan,beech" },
    },
    { aspect: "3:2", palette: "dark", options: { layout: "loose", kinds: "ginkgo" } },
    { aspect: "4:5", palette: "dark", options: { layout: "great", kinds: "maple,beech,willow" } },
    { aspect: "16:9", palette: "pond", options: { layout: "great", kinds: "oak,maple,aspen" } },
  ],
  draw(canvas, variant): Drawing {
    const ground = variant.palette as Ground;
    const layout = variant.options?.layout as Layout;
    const kinds = String(variant.options?.kinds).split(",") as LeafKind[];
    const { colour, words, keywords } = GROUNDS[ground];
    const { width, height } = canvas;
    const stops = ground === "pond" ? ([-0.05, 0.06] as const) : ([0.015, -0.02] as const);
    canvas.rect(
      0,
      0,
      width,
      height,
      canvas.linear(
        [
          [0, lighten(colour, stops[0])],
          [1, lighten(colour, stops[1])],
        ],
        { x1: 0, y1: 0, x2: 0.4, y2: 1 },
      ),
    );
    if (ground === "pond") ripples(canvas, colour);
    if (layout === "wreath") wreath(canvas, kinds);
    else fallen(canvas, kinds, layout, ground === "pond");
    const common = ["leaf", "leaves", "autumn", "fall", "nature", "plant", ...kinds, ...keywords];
    if (layout === "wreath") {
      return {
        name: `Wreath of autumn leaves with berries and acorns ${words}`,
        keywords: [...common, "wreath", "berries", "acorns"],
        grain: 9,
      };
    }
    const first = at(kinds, 0);
    const name =
      layout === "great"
        ? `Great ${first} leaf in autumn ${words}`
        : kinds.length === 1
          ? `Yellow ${first} leaves ${words}`
          : `${ground === "pond" ? "Red and yellow leaves" : `Autumn leaves of ${first} and ${at(kinds, 1)}`} ${words}`;
    return { name, keywords: common, grain: 9 };
  },
};

/** One leaf, `size` units long, with its shadow. */
function leaf(
  canvas: Canvas,
  r: Random,
  kind: LeafKind,
  x: number,
  y: number,
  size: number,
  turn: number,
  floats: boolean,
): void {
  const shape = leafShape(kind);
  const colour = lighten(
    mix(r.pick(COLOURS[kind]), r.pick(COLOURS[kind]), r.between(0, 0.5)),
    r.between(-0.02, 0.03),
  );
  const spot = place(x, y, turn, size / 200, (size / 200) * r.between(0.88, 1));
  const drop = size * (floats ? 0.03 : 0.045);
  castShadow(canvas, shape.outline, spot, {
    dx: drop * 0.6,
    dy: drop,
    alpha: floats ? 0.4 : 0.3,
    steps: 4,
  });
  canvas.group({ transform: spot }, () => {
    const tip = mix(colour, at(["#c23b22", "#e9c04c", "#7d8a48"], r.integer(0, 2)), 0.42);
    canvas.stroke(shape.stem, lighten(mix(colour, "#6b4a2b", 0.45), -0.06), 4.4);
    canvas.path(
      shape.outline,
      canvas.linear([
        [0, tip],
        [0.45, colour],
        [1, lighten(colour, -0.05)],
      ]),
    );
    canvas.path(shape.right, "#2b0f12", { "fill-opacity": 0.13 });
    const isGreat = size > canvas.short * 0.6;
    const vein = isGreat ? 1.5 : 2;
    canvas.group({ "clip-path": canvas.clip(shape.outline) }, () => {
      canvas.stroke(shape.veins, lighten(colour, 0.14), vein, { "stroke-opacity": 0.75 });
      let spots = "";
      for (let i = 0; i < 16; i += 1)
        spots += circle(
          r.between(-60, 60),
          r.between(-80, 50),
          r.between(0.7, size > canvas.short * 0.6 ? 1.5 : 2.6),
        );
      canvas.path(spots, lighten(colour, -0.16), { "fill-opacity": 0.5 });
    });
  });
}

function fallen(canvas: Canvas, kinds: readonly LeafKind[], layout: Layout, floats: boolean): void {
  const { width, height, short } = canvas;
  const r = canvas.random("leaves");
  const isGreat = layout === "great";
  const great: Placed[] = isGreat
    ? [{ x: width * (width > height ? 0.38 : 0.5), y: height * 0.5, radius: short * 0.4 }]
    : [];
  const sizes = [
    0.15, 0.14, 0.13, 0.13, 0.12, 0.12, 0.11, 0.11, 0.11, 0.1, 0.1, 0.09, 0.09, 0.085, 0.08, 0.08,
    0.07, 0.07, 0.06, 0.06,
  ];
  const radii = [...sizes, ...(isGreat ? [] : sizes), ...(isGreat ? [] : sizes)].map(
    (k) => k * short * (isGreat ? 1.15 : 1.02),
  );
  const gap = -short * 0.018;
  const placed = scatter(r, { width, height, radii, gap, bleed: short * 0.06 }, great, 60);
  for (const [i, { x, y, radius }] of placed.entries()) {
    if (!floats && i % 9 === 8 && kinds.includes("oak"))
      acorn(canvas, x, y, radius * 1.3, r.between(-60, 60));
    else
      leaf(
        canvas,
        canvas.random(`leaf${i}`),
        at(kinds, isGreat ? 1 + (i % (kinds.length - 1)) : i),
        x,
        y,
        radius * 2.25,
        r.between(0, 360),
        floats,
      );
  }
  for (const { x, y } of great)
    leaf(
      canvas,
      canvas.random("great"),
      at(kinds, 0),
      x,
      y,
      short * 0.92,
      width > height ? 62 : -16,
      floats,
    );
}

function wreath(canvas: Canvas, kinds: readonly LeafKind[]): void {
  const { width, height, short } = canvas;
  const r = canvas.random("wreath");
  const [cx, cy] = [width / 2, height / 2];
  canvas.stroke(blob(r, cx, cy, short * 0.32, short * 0.32, 0.02, 18), "#6b4a2b", 9);
  canvas.stroke(blob(r, cx, cy, short * 0.33, short * 0.33, 0.03, 18), "#8a6238", 6);
  for (const [ring, count] of [26, 18].entries()) {
    for (let i = 0; i < count; i += 1) {
      const angle = (i / count) * 360 + r.between(-5, 5) + ring * 7;
      const rad = (angle * Math.PI) / 180;
      const out = short * (0.335 + (i % 2 ? 0.05 : -0.045) * (ring ? 0.7 : 1));
      const lean = angle + 180 + (i % 2 ? -38 : 38) * (ring ? 0.7 : 1);
      leaf(
        canvas,
        canvas.random(`leaf${ring}-${i}`),
        at(kinds, i + ring),
        cx + Math.cos(rad) * out,
        cy + Math.sin(rad) * out,
        short * r.between(0.17, 0.23),
        lean,
        false,
      );
    }
  }
  for (let i = 0; i < 9; i += 1) {
    const rad = (i / 9) * Math.PI * 2 + 0.3;
    const [x, y] = [cx + Math.cos(rad) * short * 0.335, cy + Math.sin(rad) * short * 0.335];
    if (i % 3 === 2) {
      acorn(canvas, x - short * 0.02, y, short * 0.075, 25);
      acorn(canvas, x + short * 0.025, y + short * 0.012, short * 0.07, -30);
    } else berries(canvas, r, x, y, short * 0.062);
  }
}

/** Rings on the water, and the sky mirrored in flat lenses. */
function ripples(canvas: Canvas, colour: string): void {
  const { width, height, short } = canvas;
  const r = canvas.random("ripples");
  canvas.glow(width * 0.3, height * 0.15, short * 0.75, "#8fc9c4", 0.4);
  for (let i = 0; i < 7; i += 1) {
    const [x, y] = [r.between(0, width), r.between(0, height)];
    for (let k = 1; k <= 4; k += 1) {
      const radius = short * 0.055 * k * r.between(0.9, 1.1);
      canvas.stroke(
        blob(r, x, y, radius, radius * 0.94, 0.012, 16),
        lighten(colour, 0.22),
        4 - k * 0.6,
        { "stroke-opacity": (0.5 - k * 0.1).toFixed(2) },
      );
    }
  }
}

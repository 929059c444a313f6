import type { Canvas } from "../draw/canvas";
import {
  CITRUS,
  type Citrus,
  citrusBlossom,
  citrusLeaf,
  citrusSlice,
  HALF_SLICE,
} from "../draw/citrus";
import { lighten, mix } from "../draw/colour";
import { at, castShadow, circle, place, scatter } from "../draw/print";
import type { Drawing, Family } from "../family";

type Fruit = keyof typeof CITRUS;
type Layout = "loose" | "rows" | "close";

/** The cloth or table below, and its word for the title. */
const GROUNDS: Record<string, { colour: string; word: string }> = {
  teal: { colour: "#2a9d8f", word: "teal" },
  coral: { colour: "#f0866a", word: "coral" },
  cream: { colour: "#f6ead2", word: "cream" },
  indigo: { colour: "#243b6b", word: "dark blue" },
  sky: { colour: "#9fd0d6", word: "light blue" },
  pink: { colour: "#f3b9b3", word: "pink" },
};
const SHADOW = { dx: 9, dy: 17, alpha: 0.3 };

/** Slices of citrus fruit from above. */
export const citrusSlices: Family = {
  slug: "citrus-slices",
  host: "papercraft.localhost",
  rating: "strict",
  isCutOut: false,
  isGraphic: true,
  variants: [
    {
      aspect: "4:5",
      palette: "teal",
      options: { fruits: "orange,lemon,lime,grapefruit", layout: "loose", leaves: true },
    },
    {
      aspect: "3:2",
      palette: "indigo",
      options: { fruits: "bloodOrange,orange,grapefruit", layout: "loose", leaves: true },
    },
    {
      aspect: "1:1",
      palette: "sky",
      options: { fruits: "lemon,lemon,lime", layout: "rows", leaves: false },
    },
    {
      aspect: "3:2",
      palette: "pink",
      options: { fruits: "grapefruit,lime", layout: "close", leaves: true },
    },
    {
      aspect: "2:3",
      palette: "cream",
      options: { fruits: "orange,bloodOrange", layout: "rows", leaves: false },
    },
    {
      aspect: "16:9",
      palette: "coral",
      options: { fruits: "lime,lemon", layout: "loose", leaves: true },
    },
  ],
  draw(canvas, variant): Drawing {
    const ground = GROUNDS[variant.palette] ?? { colour: "#f6ead2", word: "cream" };
    const fruits = String(variant.options?.fruits).split(",") as Fruit[];
    const layout = variant.options?.layout as Layout;
    const leaves = variant.options?.leaves === true;
    canvas.rect(
      0,
      0,
      canvas.width,
      canvas.height,
      canvas.linear([
        [0, lighten(ground.colour, 0.025)],
        [1, lighten(ground.colour, -0.025)],
      ]),
    );
    if (layout === "loose") loose(canvas, fruits, leaves);
    else if (layout === "rows") rows(canvas, fruits);
    else close(canvas, fruits);
    const words = [...new Set(fruits)].map((fruit) => CITRUS[fruit].word);
    const list =
      words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
    const parts = leaves ? " with leaves" : "";
    const name =
      layout === "close"
        ? `Half a ${list.replace(" and ", " with ")} slices on ${ground.word}`
        : words.length > 3
          ? `Slices of four citrus fruits${parts} on ${ground.word}`
          : `Slices of ${list}${layout === "rows" ? " in rows" : parts} on ${ground.word}`;
    return {
      name,
      keywords: [
        "fruit",
        "citrus",
        "slices",
        "food",
        ground.word,
        ...words,
        ...(leaves ? ["leaves", "green"] : []),
      ],
      grain: 9,
    };
  },
};

function slice(
  canvas: Canvas,
  fruit: Citrus,
  x: number,
  y: number,
  radius: number,
  part: string,
  half = false,
): void {
  const r = canvas.random(part);
  const turn = r.between(0, 360);
  const spot = place(x, y, half ? r.between(0, 360) : turn, radius / 100);
  const k = radius / 110;
  const cells = radius > 300 ? 46 : radius > 150 ? 11 : radius > 110 ? 10 : radius > 95 ? 8 : 6;
  castShadow(canvas, half ? HALF_SLICE : circle(0, 0, 100), spot, {
    ...SHADOW,
    dx: SHADOW.dx * k,
    dy: SHADOW.dy * k,
  });
  canvas.group({ transform: spot }, () => {
    if (!half) return citrusSlice(canvas, r, fruit, cells);
    canvas.group({ "clip-path": canvas.clip(HALF_SLICE) }, () =>
      citrusSlice(canvas, r, fruit, cells),
    );
    canvas.stroke("M-99 1H99", mix(fruit.pith, fruit.rind, 0.3), 2.5);
  });
}

function leaf(canvas: Canvas, x: number, y: number, turn: number, size: number): void {
  const spot = place(x, y, turn, size / 100);
  castShadow(canvas, "M0 0Q34-42 100-6Q46 34 0 0z", spot, { dx: 6, dy: 11, alpha: 0.26 });
  canvas.group({ transform: spot }, () =>
    citrusLeaf(canvas, at(["#3f7d4a", "#2f6b4a", "#5b8f45"], Math.round(x + y))),
  );
}

function loose(canvas: Canvas, fruits: readonly Fruit[], leaves: boolean): void {
  const { width, height, short } = canvas;
  const r = canvas.random("places");
  const sizes = [
    0.165, 0.15, 0.15, 0.14, 0.13, 0.13, 0.12, 0.12, 0.11, 0.11, 0.11, 0.1, 0.1, 0.095, 0.09, 0.085,
    0.085, 0.08, 0.08, 0.075,
  ];
  const radii = [...sizes, ...sizes.slice(4)].map((size) => size * short);
  const placed = scatter(
    r,
    { width, height, radii, gap: short * 0.014, bleed: short * 0.05 },
    [],
    90,
  );
  const kinds = placed.map((_, i) => CITRUS[at(fruits, i + (i > 6 ? 1 : 0))]);
  const greens = scatter(
    r,
    { width, height, radii: Array(26).fill(short * 0.045), gap: 0 },
    placed,
    90,
  );
  if (leaves) {
    for (const [i, spot] of greens.entries()) {
      const turn = r.between(0, 360);
      const back = (turn * Math.PI) / 180;
      if (i % 4 === 3) {
        const at = place(spot.x, spot.y, 0, (short * 0.043) / 50);
        castShadow(canvas, circle(0, 0, 34), at, { dx: 5, dy: 9, alpha: 0.22 });
        canvas.group({ transform: at }, () => citrusBlossom(canvas, canvas.random(`blossom${i}`)));
      } else {
        leaf(
          canvas,
          spot.x - Math.cos(back) * short * 0.05,
          spot.y - Math.sin(back) * short * 0.05,
          turn,
          short * 0.13,
        );
      }
    }
  }
  for (const [i, { x, y, radius }] of placed.entries()) {
    slice(canvas, at(kinds, i), x, y, radius, `slice${i}`, i % 7 === 5);
  }
}

function rows(canvas: Canvas, fruits: readonly Fruit[]): void {
  const { width, height } = canvas;
  const across = width > height * 0.9 ? 4 : 3;
  const step = width / (across - 0.5);
  const down = Math.ceil(height / (step * 0.87)) + 1;
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across + 1; column += 1) {
      const x = (column - (row % 2 ? 0.25 : -0.25)) * step;
      const y = (row - 0.05) * step * 0.87;
      const fruit = CITRUS[at(fruits, column * 2 + row)];
      slice(canvas, fruit, x, y, step * 0.43, `slice${row}-${column}`);
    }
  }
}

/** One great half, and slices of the other fruit that it covers a little. */
function close(canvas: Canvas, fruits: readonly Fruit[]): void {
  const { width, height, short } = canvas;
  const second = CITRUS[at(fruits, 1)];
  const [x, y, radius] = [width * 0.4, height * 0.53, short * 0.44];
  for (const [i, turn] of [-62, -18, 30, 158, 205].entries()) {
    const angle = (turn * Math.PI) / 180;
    leaf(
      canvas,
      x + Math.cos(angle) * radius * 0.9,
      y + Math.sin(angle) * radius * 0.9,
      turn + (i - 2) * 5,
      short * 0.36,
    );
  }
  for (const [i, [sx, sy, size]] of (
    [
      [0.8, 0.27, 0.2],
      [0.86, 0.74, 0.235],
      [0.665, 0.98, 0.16],
      [0.06, 0.1, 0.17],
    ] as const
  ).entries()) {
    slice(canvas, second, width * sx, height * sy, short * size, `small${i}`);
  }
  slice(canvas, CITRUS[at(fruits, 0)], x, y, radius, "great");
}

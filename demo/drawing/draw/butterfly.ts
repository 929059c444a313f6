import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { circle, line } from "./print";
import type { Random } from "./random";

export type WingShape = "swallowtail" | "round" | "angular" | "long";
export type Markings = "veins" | "eyes" | "bands" | "spots";
export type ButterflyColours = { main: string; dark: string; light: string; spot: string };
export type Butterfly = { shape: WingShape; markings: Markings; colours: ButterflyColours };

type Wings = { fore: string; hind: string };

/** The right-hand wings; the body lies on the y axis, about 100 units from it to the wing tip. */
const WINGS: Record<WingShape, Wings> = {
  swallowtail: {
    fore: "M3-16C16-46 52-82 96-84C101-78 94-60 84-38C76-20 66-6 52-1C34 4 14 0 3-4Z",
    hind: "M3-6C24-6 48-2 60 10C70 22 68 36 60 46C57 50 58 58 62 72C65 82 58 86 53 77C49 68 46 60 40 60C24 62 10 36 3 12Z",
  },
  round: {
    fore: "M3-15C14-46 46-76 78-74C94-72 99-58 92-40C84-20 66-4 46-1C28 2 12 0 3-4Z",
    hind: "M3-6C24-8 54-4 66 12C76 28 68 52 48 60C30 66 12 44 3 14Z",
  },
  angular: {
    fore: "M3-16C18-52 52-78 84-82C94-80 90-70 84-62C86-52 92-44 90-34C82-18 62-6 46-2C28 2 12 0 3-4Z",
    hind: "M3-6C24-6 52-6 68 6C72 14 66 20 70 28C68 38 60 38 58 46C56 56 46 52 40 58C24 60 10 38 3 14Z",
  },
  long: {
    fore: "M3-14C22-40 66-66 98-66C106-62 100-46 88-34C70-18 46-8 34-6C20-4 10-4 3-6Z",
    hind: "M3-8C22-12 50-10 62 2C72 14 66 34 50 40C32 44 12 30 3 10Z",
  },
};

/** Both wing pairs as one outline, for shadows. */
export function butterflyOutline(shape: WingShape): string {
  const { fore, hind } = WINGS[shape];
  const mirror = (d: string) =>
    d.replace(
      /(-?\d+(?:\.\d+)?)(\s?)(-?\d+(?:\.\d+)?)/g,
      (_, x: string, _space, y: string) => `${-Number(x)} ${y}`,
    );
  return `${fore}${hind}${mirror(fore)}${mirror(hind)}`;
}

/** A butterfly around 0, 0 with spread wings, about 200 units wide; the light comes from the left. */
export function butterfly(canvas: Canvas, r: Random, kind: Butterfly): void {
  const marks = r.integer(0, 1);
  for (const side of [-1, 1]) {
    canvas.group({ transform: `scale(${side} 1)` }, () => {
      wing(canvas, kind, "hind", side, marks);
      wing(canvas, kind, "fore", side, marks);
    });
  }
  body(canvas, kind.colours);
}

function wing(
  canvas: Canvas,
  kind: Butterfly,
  part: keyof Wings,
  side: number,
  marks: number,
): void {
  const d = WINGS[kind.shape][part];
  const { dark, light, spot } = kind.colours;
  const main =
    part === "hind" && kind.markings === "bands"
      ? mix(kind.colours.main, light, 0.25)
      : kind.colours.main;
  const lit = side < 0 ? 0.035 : -0.035;
  const edge = lighten(dark, lit * 0.6);
  canvas.path(d, edge);
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    const fill = canvas.linear(
      [
        [0, lighten(main, lit - 0.1)],
        [0.4, lighten(main, lit)],
        [1, lighten(main, lit + 0.05)],
      ],
      "right",
    );
    const inner = part === "fore" ? "translate(1 -2) scale(.87)" : "translate(1 0) scale(.86)";
    canvas.path(d, fill, { transform: inner });
    if (kind.markings === "bands") bands(canvas, part, edge, light);
    if (kind.markings === "eyes") eyes(canvas, part, kind.colours);
    veins(canvas, part, edge, kind.markings === "veins" ? 3.2 : 1.5);
    if (kind.markings === "spots") spots(canvas, part, edge, spot);
    rim(canvas, part, kind.shape, marks ? light : spot);
    if (part === "fore")
      canvas.path("M0-30C20-60 60-90 100-90V-78C60-70 26-44 0-14Z", edge, { "fill-opacity": 0.4 });
  });
}

/** Lines from the joint to the edge. */
function veins(canvas: Canvas, part: keyof Wings, colour: string, width: number): void {
  const d =
    part === "fore"
      ? "M2-10Q40-40 88-78M2-9Q44-30 96-60M2-8Q46-22 92-38M2-7Q40-14 74-16M2-6Q30-6 52 0M36-36Q46-30 48-22"
      : "M2 0Q36 2 70 16M2 2Q34 14 66 36M2 3Q28 22 52 58M2 5Q18 28 30 60M30 4Q36 14 32 24";
  canvas.add(line(d, colour, width, width > 2 ? 1 : 0.55));
}

/** Pale dots along the dark edge. */
function rim(canvas: Canvas, part: keyof Wings, shape: WingShape, colour: string): void {
  const points =
    part === "fore"
      ? shape === "long"
        ? [
            [95, -56],
            [90, -46],
            [83, -37],
            [74, -29],
          ]
        : [
            [88, -66],
            [89, -55],
            [86, -44],
            [81, -33],
            [73, -22],
            [63, -12],
          ]
      : shape === "long"
        ? [
            [64, 12],
            [62, 24],
            [55, 34],
          ]
        : [
            [65, 20],
            [66, 31],
            [62, 42],
            [53, 52],
            [42, 57],
          ];
  canvas.path(points.map(([x = 0, y = 0], i) => circle(x, y, i % 2 ? 2.2 : 2.9)).join(""), colour);
}

function bands(canvas: Canvas, part: keyof Wings, dark: string, light: string): void {
  const d =
    part === "fore"
      ? "M34-74Q52-40 40 8L54 4Q66-36 52-82Z"
      : "M30-10Q48 20 30 64L42 62Q58 22 44-10Z";
  canvas.path(d, light);
  const tip = part === "fore" ? "M62-90Q80-56 70-14L110-20V-100Z" : "M54-4Q66 22 46 66L80 60V-4Z";
  canvas.path(tip, dark, { "fill-opacity": 0.82 });
}

function eyes(canvas: Canvas, part: keyof Wings, colours: ButterflyColours): void {
  const [x, y, radius] = part === "fore" ? [63, -50, 13.5] : [44, 26, 14.5];
  canvas.path(circle(x, y, radius * 1.3), colours.light, { "fill-opacity": 0.9 });
  canvas.path(circle(x, y, radius), colours.dark);
  canvas.path(circle(x, y, radius * 0.66), colours.spot);
  canvas.path(circle(x, y, radius * 0.36), colours.dark);
  canvas.path(circle(x - radius * 0.3, y - radius * 0.34, radius * 0.2), "#fffaf0");
}

function spots(canvas: Canvas, part: keyof Wings, dark: string, spot: string): void {
  const points =
    part === "fore"
      ? [
          [46, -44, 7],
          [58, -30, 6],
          [34, -24, 6],
          [66, -54, 5],
        ]
      : [
          [30, 14, 6],
          [46, 22, 6.5],
          [36, 36, 5.5],
          [52, 38, 4.5],
        ];
  canvas.path(points.map(([x = 0, y = 0, radius = 4]) => circle(x, y, radius)).join(""), dark);
  canvas.path(
    points.map(([x = 0, y = 0, radius = 4]) => circle(x, y, radius * 0.42)).join(""),
    spot,
  );
}

function body(canvas: Canvas, { dark, light }: ButterflyColours): void {
  const feelers = line("M-1.5-24C-5-42-14-56-27-66M1.5-24C5-42 14-56 27-66", dark, 1.7);
  canvas.add(feelers);
  canvas.path(`${circle(-27.5, -66.5, 2.7)}${circle(27.5, -66.5, 2.7)}`, dark);
  const fill = canvas.linear(
    [
      [0, mix(dark, light, 0.36)],
      [0.5, dark],
      [1, lighten(dark, -0.05)],
    ],
    "right",
  );
  canvas.path("M0-20C5-20 6-12 5-4C5 14 3 34 0 44C-3 34-5 14-5-4C-6-12-5-20 0-20Z", fill);
  canvas.path(circle(0, -21.5, 5), fill);
  canvas.add(line("M-4.5 4H4.5M-4 12H4M-3.6 20H3.6M-2.8 28H2.8", mix(dark, light, 0.4), 1.1, 0.6));
}

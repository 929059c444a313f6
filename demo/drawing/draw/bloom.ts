import type { Canvas } from "./canvas";
import { lighten, mix, turnHue } from "./colour";
import { type Leaf, leafShape, leaves, stroke } from "./leaves";
import { blob, ellipsePath, n } from "./path";
import type { Random } from "./random";

export type BloomKind =
  | "daisy"
  | "sunflower"
  | "rose"
  | "poppy"
  | "tulip"
  | "cornflower"
  | "anemone";

/** One flower head: `radius` in units, `turn` its lean in radians from upright. */
export type Bloom = {
  x: number;
  y: number;
  radius: number;
  colour: string;
  turn?: number;
  random: Random;
};

/** Draws one flower head of a kind; used large in a vase and small in a basket. */
export function bloom(canvas: Canvas, kind: BloomKind, flower: Bloom): void {
  if (kind === "daisy" || kind === "sunflower" || kind === "anemone") rayed(canvas, kind, flower);
  else if (kind === "rose") rose(canvas, flower);
  else if (kind === "poppy") poppy(canvas, flower);
  else if (kind === "tulip") tulip(canvas, flower);
  else cornflower(canvas, flower);
}

function rayed(canvas: Canvas, kind: "daisy" | "sunflower" | "anemone", flower: Bloom): void {
  const { x, y, radius, colour, turn = 0, random: r } = flower;
  const petals = kind === "daisy" ? 15 : kind === "sunflower" ? 19 : 8;
  const broad = kind === "anemone" ? 0.42 : kind === "daisy" ? 0.15 : 0.16;
  const squash = 0.86;
  for (const [ring, tone] of [
    [1, lighten(colour, -0.06)],
    [0.86, colour],
  ] as const) {
    let d = "";
    let shade = "";
    for (let i = 0; i < petals; i += 1) {
      const a =
        ((i + (ring === 1 ? 0 : 0.5)) / petals) * Math.PI * 2 + r.between(-0.06, 0.06) + turn;
      const shape = leafShape({
        x: 0,
        y: 0,
        angle: a,
        length: radius * ring * r.between(0.9, 1.06),
        width: radius * broad,
      });
      d += shape.whole;
      shade += shape.half;
    }
    canvas.group({ transform: `translate(${n(x)} ${n(y)}) scale(1 ${squash})` }, () => {
      canvas.path(d, tone);
      canvas.path(shade, lighten(tone, -0.06), { "fill-opacity": 0.5 });
    });
  }
  const eye = kind === "sunflower" ? "#4a2c22" : kind === "anemone" ? "#2b2036" : "#eeb22f";
  const size = radius * (kind === "sunflower" ? 0.42 : kind === "anemone" ? 0.24 : 0.28);
  canvas.path(ellipsePath(x, y, size, size * squash), eye);
  canvas.path(
    ellipsePath(x - size * 0.2, y - size * 0.25, size * 0.62, size * 0.5),
    lighten(eye, 0.09),
  );
  let dots = "";
  for (let i = 0; i < 14; i += 1) {
    const d = Math.sqrt(i / 14) * size * 0.9;
    dots += `M${n(x + Math.cos(i * 2.4) * d)} ${n(y + Math.sin(i * 2.4) * d * squash)}h.1`;
  }
  stroke(
    canvas,
    dots,
    kind === "daisy" ? "#a8661c" : "#d9a441",
    Math.max(1.5, radius * 0.045),
    0.8,
  );
}

function rose(canvas: Canvas, { x, y, radius, colour, random: r }: Bloom): void {
  canvas.path(blob(r, x, y, radius, radius * 0.92, 0.09, 11), lighten(colour, -0.09));
  for (let i = 0; i < 6; i += 1) {
    const a = i * 1.05 + 0.3;
    canvas.path(
      blob(
        r,
        x + Math.cos(a) * radius * 0.4,
        y + Math.sin(a) * radius * 0.36,
        radius * 0.5,
        radius * 0.46,
        0.08,
        9,
      ),
      lighten(colour, -0.05 + (i % 3) * 0.035),
    );
  }
  canvas.path(
    blob(r, x, y - radius * 0.05, radius * 0.46, radius * 0.42, 0.06, 9),
    lighten(colour, 0.05),
  );
  let curl = "";
  for (let i = 0; i <= 22; i += 1) {
    const a = i * 0.52;
    const d = radius * 0.04 + (radius * 0.62 * i) / 22;
    curl += `${i ? "L" : "M"}${n(x + Math.cos(a) * d)} ${n(y - radius * 0.04 + Math.sin(a) * d * 0.9)}`;
  }
  stroke(canvas, curl, lighten(colour, -0.16), Math.max(1.4, radius * 0.06), 0.55);
}

function poppy(canvas: Canvas, { x, y, radius, colour, turn = 0, random: r }: Bloom): void {
  const petal = (a: number, size: number, tone: string) => {
    canvas.path(
      blob(
        r,
        x + Math.cos(a + turn) * radius * 0.42,
        y + Math.sin(a + turn) * radius * 0.3,
        radius * size,
        radius * size * 0.78,
        0.08,
        11,
      ),
      tone,
    );
  };
  petal(-1.57, 0.72, lighten(colour, -0.09));
  petal(Math.PI * 0.98, 0.66, lighten(colour, -0.03));
  petal(0.06, 0.66, lighten(colour, 0.0));
  petal(1.5, 0.7, lighten(colour, 0.055));
  let folds = "";
  for (let i = 0; i < 7; i += 1) {
    const a = 0.35 + i * 0.4;
    folds += `M${n(x + Math.cos(a) * radius * 0.3)} ${n(y + Math.sin(a) * radius * 0.26)}L${n(x + Math.cos(a) * radius * 0.82)} ${n(y + Math.sin(a) * radius * 0.74)}`;
  }
  stroke(canvas, folds, lighten(colour, -0.1), Math.max(1.2, radius * 0.035), 0.5);
  canvas.path(ellipsePath(x, y, radius * 0.25, radius * 0.2), "#241a2b");
  canvas.path(ellipsePath(x, y - radius * 0.03, radius * 0.12, radius * 0.09), "#7d8f5a");
}

function tulip(canvas: Canvas, { x, y, radius, colour, turn = 0 }: Bloom): void {
  const w = radius * 0.62;
  const h = radius * 1.5;
  const b = y + h * 0.45;
  canvas.group({ transform: `rotate(${n((turn * 180) / Math.PI)} ${n(x)} ${n(b)})` }, () => {
    canvas.path(
      `M${n(x - w)} ${n(b - h)}Q${n(x - w * 1.4)} ${n(b)} ${n(x)} ${n(b)}Q${n(x + w * 1.4)} ${n(b)} ${n(x + w)} ${n(b - h)}L${n(x + w * 0.45)} ${n(b - h * 0.74)}L${n(x)} ${n(b - h * 1.06)}L${n(x - w * 0.45)} ${n(b - h * 0.74)}z`,
      lighten(colour, -0.07),
    );
    canvas.path(
      `M${n(x)} ${n(b - h * 1.03)}Q${n(x - w * 0.95)} ${n(b - h * 0.5)} ${n(x)} ${n(b)}Q${n(x + w * 0.95)} ${n(b - h * 0.5)} ${n(x)} ${n(b - h * 1.03)}z`,
      lighten(colour, 0.05),
    );
  });
}

function cornflower(canvas: Canvas, { x, y, radius, colour, turn = 0, random: r }: Bloom): void {
  for (const [count, reach, tone] of [
    [10, 1, colour],
    [7, 0.62, lighten(turnHue(colour, 20), -0.08)],
  ] as const) {
    let d = "";
    for (let i = 0; i < count; i += 1) {
      const a = (i / count) * Math.PI * 2 + turn + r.between(-0.1, 0.1);
      const at = (along: number, off: number) =>
        `${n(x + Math.cos(a + off) * radius * reach * along)} ${n(y + Math.sin(a + off) * radius * reach * along * 0.88)}`;
      d += `M${n(x)} ${n(y)}L${at(0.86, -0.3)}L${at(0.82, -0.12)}L${at(1.05, 0)}L${at(0.82, 0.12)}L${at(0.86, 0.3)}z`;
    }
    canvas.path(d, tone);
  }
  canvas.path(ellipsePath(x, y, radius * 0.17, radius * 0.15), mix(colour, "#2a1440", 0.6));
}

/** A sprig: a curved stem with leaves in pairs, from the foot to the tip. */
export function sprig(
  canvas: Canvas,
  item: {
    x: number;
    y: number;
    tipX: number;
    tipY: number;
    colour: string;
    leaf: number;
    round?: boolean;
    pairs?: number;
  },
): void {
  const { x, y, tipX, tipY, colour, leaf, round = false, pairs = 7 } = item;
  const cx = x + (tipX - x) * 0.25;
  const cy = y + (tipY - y) * 0.62;
  stroke(
    canvas,
    `M${n(x)} ${n(y)}Q${n(cx)} ${n(cy)} ${n(tipX)} ${n(tipY)}`,
    lighten(colour, -0.08),
    Math.max(2.5, leaf * 0.07),
  );
  const items: Leaf[] = [];
  for (let i = 1; i <= pairs; i += 1) {
    const u = 0.3 + (0.7 * i) / pairs;
    const px = (1 - u) ** 2 * x + 2 * u * (1 - u) * cx + u * u * tipX;
    const py = (1 - u) ** 2 * y + 2 * u * (1 - u) * cy + u * u * tipY;
    const heading = Math.atan2(
      2 * (1 - u) * (cy - y) + 2 * u * (tipY - cy),
      2 * (1 - u) * (cx - x) + 2 * u * (tipX - cx),
    );
    for (const side of i === pairs ? [-0.35, 0.35] : [-1, 1]) {
      items.push({
        x: px,
        y: py,
        angle: heading + side * 0.85,
        length: leaf * (1.1 - u * 0.35),
        width: leaf * (round ? 0.44 : 0.22) * (1.1 - u * 0.35),
      });
    }
  }
  leaves(canvas, items, colour, !round);
}

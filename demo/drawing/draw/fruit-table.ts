import { type Options, vessel } from "./bouquet";
import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { footShadow, shadeSide } from "./interior";
import type { InteriorPalette } from "./palettes";
import { n } from "./path";
import { type FruitKind, tableFruit } from "./table-fruit";

export function cloth(canvas: Canvas, palette: InteriorPalette, tableY: number): void {
  const { width, height } = canvas;
  const y = tableY + (height - tableY) * 0.1;
  const ink = mix(palette.paper, palette.accent, 0.62);
  const d = `M${n(width * 0.07)} ${n(y)}H${n(width * 0.93)}L${n(width * 1.04)} ${n(height + 10)}H${n(-width * 0.04)}z`;
  canvas.softShadow(d, 8, 10, 0.2);
  canvas.path(
    d,
    canvas.linear([
      [0, palette.paper],
      [1, lighten(palette.paper, -0.07)],
    ]),
  );
  let stripes = "";
  for (let i = 1; i < 12; i += 1) {
    const t = i / 12;
    const top = width * (0.07 + 0.86 * t);
    const low = width * (-0.04 + 1.08 * t);
    const half = i % 2 ? 0.006 : 0.0022;
    stripes += `M${n(top - width * half)} ${n(y)}H${n(top + width * half)}L${n(low + width * half * 1.25)} ${n(height + 10)}H${n(low - width * half * 1.25)}z`;
  }
  canvas.path(stripes, ink, { "fill-opacity": 0.8 });
}

/** Places vase and fruit, far ones first, and says how many of each fruit were drawn. */
export function arrange(
  canvas: Canvas,
  palette: InteriorPalette,
  options: Options,
  kinds: readonly FruitKind[],
  tableY: number,
): Map<FruitKind, number> {
  const { width, height } = canvas;
  const portrait = height > width;
  const unit = Math.min(height * 0.105, width * (portrait ? 0.128 : 0.1));
  const deep = height - tableY;
  const side = shadeSide(options.light);
  const mid = width * 0.5;
  const isBowl = options.vase === "bowl";
  const vaseX = isBowl ? mid : mid - side * unit * (portrait ? 1.5 : 2.2);
  const back = tableY + deep * 0.3;
  const front = tableY + deep * 0.62;
  const kind = (i: number) => kinds[i % kinds.length] ?? "apple";
  const rows: Array<{ kind: FruitKind; x: number; foot: number; k: number }> = isBowl
    ? [
        { kind: kind(0), x: mid - unit * 3.1, foot: front + unit * 0.2, k: 1 },
        { kind: kind(2), x: mid + unit * 3.0, foot: front - unit * 0.1, k: 1 },
      ]
    : [
        { kind: kind(0), x: vaseX + side * unit * 2.35, foot: back + deep * 0.06, k: 1.06 },
        { kind: kind(1), x: vaseX + side * unit * 4.2, foot: back + deep * 0.1, k: 1 },
        { kind: kind(0), x: vaseX + side * unit * 3.35, foot: front, k: 1.04 },
        {
          kind: kind(2),
          x: vaseX + side * unit * (portrait ? 0.7 : 1.0),
          foot: front + deep * 0.13,
          k: 0.92,
        },
      ];
  if (!portrait && !isBowl) {
    rows.push({ kind: kind(3), x: vaseX - side * unit * 2.3, foot: front - deep * 0.02, k: 0.9 });
    rows.push({ kind: kind(1), x: vaseX + side * unit * 5.6, foot: front + deep * 0.02, k: 0.96 });
  }
  const counts = new Map<FruitKind, number>();
  const count = (what: FruitKind) => counts.set(what, (counts.get(what) ?? 0) + 1);
  if (isBowl)
    for (const what of heap(canvas, options, kinds, { x: mid, foot: front, unit })) count(what);
  vessel(canvas, palette, options, { x: vaseX, foot: isBowl ? front : back + deep * 0.12, unit });
  rows.sort((a, b) => a.foot - b.foot);
  rows.forEach((row, i) => {
    const radius = unit * row.k;
    footShadow(canvas, {
      x: row.x,
      y: row.foot - radius * 0.06,
      rx: radius * 0.86,
      light: options.light,
    });
    tableFruit(canvas, row.kind, {
      x: row.x,
      foot: row.foot,
      radius,
      light: options.light,
      random: canvas.random(`fruit/${i}`),
      turn:
        row.kind === "pear"
          ? side * (i % 2 ? 7 : -9)
          : row.kind === "lemon"
            ? i % 2
              ? 12
              : -14
            : 0,
    });
    count(row.kind);
  });
  return counts;
}

/** The fruit piled in the bowl, drawn before the bowl itself. */
function heap(
  canvas: Canvas,
  { light }: Options,
  kinds: readonly FruitKind[],
  { x, foot, unit }: { x: number; foot: number; unit: number },
): FruitKind[] {
  const rim = foot - unit * 2.1;
  const places: ReadonlyArray<readonly [number, number, number]> = [
    [-0.1, 0.85, 2],
    [-1.75, 0.1, 0],
    [1.75, 0.12, 1],
    [0.95, 0.75, 0],
    [-1.0, 0.62, 1],
    [0.05, -0.1, 0],
    [-1.1, -0.3, 0],
    [1.2, -0.3, 3],
  ];
  return places.map(([px, py, index], i) => {
    const kind = kinds[index % kinds.length] ?? "apple";
    tableFruit(canvas, kind, {
      x: x + px * unit,
      foot: rim + unit * (0.55 - py),
      radius: unit,
      light,
      random: canvas.random(`heap/${i}`),
      turn: kind === "pear" ? 12 : 0,
    });
    return kind;
  });
}

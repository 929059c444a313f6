import { bloom } from "./bloom";
import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { biscuit, cupAbove, spoon } from "./cup-from-above";
import { leaves, stroke } from "./leaves";
import type { InteriorPalette } from "./palettes";
import { ellipsePath, n, polygon, wobbleEdge } from "./path";
import { citrusWedges } from "./small-fruit";
import type { Drink } from "./tea-table";

/** A table from above: planks, napkin, cup, biscuits, an open book and a few blossoms. */
export function tableFromAbove(
  canvas: Canvas,
  palette: InteriorPalette,
  { drink, colour, cloth }: { drink: Drink; colour: string; cloth: string },
): void {
  const { width, height, short } = canvas;
  planks(canvas, palette);
  napkin(canvas, {
    x: width * 0.6,
    y: height * 0.6,
    size: short * 0.52,
    colour: cloth,
    paper: palette.paper,
  });
  const hasBook = drink !== "tea";
  const [cx, cy] = hasBook ? [width * 0.53, height * 0.54] : [width * 0.45, height * 0.55];
  if (hasBook) openBook(canvas, { x: width * 0.24, y: height * 0.24, size: short * 0.46, palette });
  else {
    lemonPlate(canvas, width * 0.14, height * 0.16, short * 0.13, palette.paper);
    bouquet(canvas, palette, width * 0.87, height * 0.2, short);
  }
  cupAbove(canvas, { x: cx, y: cy, radius: short * 0.27, drink, colour, saucer: palette.paper });
  spoon(
    canvas,
    cx + short * 0.36,
    cy + short * 0.16,
    short * 0.4,
    mix(palette.accent, "#e8dcc4", 0.7),
  );
  const r = canvas.random("biscuits");
  const lying = [
    [0.16, 0.8],
    [0.3, 0.88],
    [0.85, 0.15],
  ] as const;
  for (const [dx, dy] of lying.slice(0, hasBook ? 3 : 2))
    biscuit(canvas, width * dx, height * dy, short * 0.075 * r.between(0.92, 1.1));
  if (!hasBook) return;
  const green = mix("#4f8555", palette.dark, 0.15);
  for (const [px, py, turn] of [
    [0.86, 0.84, 0.5],
    [0.94, 0.73, -0.4],
    [0.7, 0.1, 2.4],
  ] as const) {
    const [x, y] = [width * px, height * py];
    leaves(
      canvas,
      [0.4, 1.5, 2.7, 4.2].map((a) => ({
        x,
        y,
        angle: a + turn,
        length: short * 0.1,
        width: short * 0.026,
      })),
      green,
    );
    canvas.softShadow(ellipsePath(x, y, short * 0.05, short * 0.05), 6, 8, 0.3);
    bloom(canvas, "daisy", { x, y, radius: short * 0.065, colour: "#fbf5e8", turn, random: r });
  }
}

/** A bunch of roses and daisies lying in a corner. */
function bouquet(
  canvas: Canvas,
  palette: InteriorPalette,
  x: number,
  y: number,
  short: number,
): void {
  const r = canvas.random("bouquet");
  const green = mix("#4f8555", palette.dark, 0.2);
  const spread = Array.from({ length: 16 }, (_, i) => ({
    x: x + Math.cos(i * 2.4) * short * 0.06,
    y: y + Math.sin(i * 2.4) * short * 0.06,
    angle: i * 0.79,
    length: short * r.between(0.16, 0.24),
    width: short * 0.036,
  }));
  leaves(canvas, spread, green);
  leaves(
    canvas,
    spread
      .slice(0, 9)
      .map((leaf) => ({ ...leaf, angle: leaf.angle + 0.4, length: leaf.length * 0.8 })),
    lighten(green, 0.06),
  );
  const tones = ["#f3d9c6", "#e58f86", "#fbf3e4", "#d9627a"];
  for (let i = 0; i < 8; i += 1) {
    const d = i ? short * (i < 5 ? 0.115 : 0.17) : 0;
    bloom(canvas, i % 3 === 2 ? "daisy" : "rose", {
      x: x + Math.cos(i * 1.5) * d,
      y: y + Math.sin(i * 1.5) * d,
      radius: short * (i ? 0.062 : 0.082),
      colour: i % 3 === 2 ? "#fdf8ee" : (tones[i % 4] ?? "#e58f86"),
      random: r,
    });
  }
}

/** Three slices of lemon on a small plate. */
function lemonPlate(canvas: Canvas, x: number, y: number, radius: number, colour: string): void {
  const dish = ellipsePath(x, y, radius, radius);
  canvas.softShadow(dish, 12, 15, 0.36);
  canvas.path(dish, lighten(colour, -0.03));
  canvas.path(ellipsePath(x, y, radius * 0.8, radius * 0.8), colour);
  for (const [dx, dy] of [
    [-0.3, -0.22],
    [0.34, -0.1],
    [-0.02, 0.36],
  ] as const) {
    const [cx, cy, size] = [x + dx * radius, y + dy * radius, radius * 0.42];
    canvas.softShadow(ellipsePath(cx, cy, size, size), 4, 5, 0.28);
    canvas.path(ellipsePath(cx, cy, size, size), "#ecc233");
    canvas.path(ellipsePath(cx, cy, size * 0.9, size * 0.9), "#fbf0c4");
    citrusWedges(canvas, { x: cx, y: cy, rx: size, ry: size, colour: "#efcf4a" });
  }
}

function planks(canvas: Canvas, palette: InteriorPalette): void {
  const { width, height } = canvas;
  const r = canvas.random("planks");
  const count = 5;
  for (let i = 0; i < count; i += 1) {
    const tone = lighten(palette.table, r.between(-0.035, 0.03));
    canvas.rect(0, (height * i) / count, width, height / count + 1, tone);
    let grain = "";
    for (let k = 0; k < 15; k += 1) {
      const y = (height * (i + r.next())) / count;
      grain += `M${n(r.between(-200, width))} ${n(y)}q${n(r.between(100, 250))} ${n(r.between(-9, 9))} ${n(r.between(300, 560))} ${n(r.between(-3, 3))}`;
    }
    stroke(canvas, grain, lighten(tone, -0.08), 2.4, 0.4);
    if (i)
      canvas.rect(
        0,
        (height * i) / count - 2,
        width,
        5,
        mix(lighten(palette.table, -0.18), palette.dark, 0.3),
      );
  }
  canvas.glow(width * 0.12, 0, canvas.long * 0.8, "#fff2d4", 0.4);
}

function napkin(
  canvas: Canvas,
  {
    x,
    y,
    size,
    colour,
    paper,
  }: { x: number; y: number; size: number; colour: string; paper: string },
): void {
  const r = canvas.random("napkin");
  const h = size * 0.86;
  const d = polygon(
    wobbleEdge(
      r,
      [
        [x - size, y - h * 0.74],
        [x + size * 0.72, y - h],
        [x + size, y + h * 0.7],
        [x - size * 0.72, y + h],
      ],
      60,
      2,
    ),
  );
  canvas.softShadow(d, 12, 14, 0.3);
  canvas.path(d, colour);
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    let stripes = "";
    for (let i = -12; i < 13; i += 1)
      stripes += `M${n(x + i * size * 0.13 - size * 0.2)} ${n(y - h * 1.2)}l${n(size * 0.36)} ${n(h * 2.4)}`;
    stroke(canvas, stripes, paper, 6, 0.6);
    stroke(
      canvas,
      `M${n(x - size)} ${n(y - h * 0.3)}Q${n(x)} ${n(y - h * 0.2)} ${n(x + size)} ${n(y - h * 0.55)}`,
      lighten(colour, -0.1),
      10,
      0.4,
    );
  });
}

function openBook(
  canvas: Canvas,
  { x, y, size, palette }: { x: number; y: number; size: number; palette: InteriorPalette },
): void {
  const [w, h] = [size * 0.62, size * 0.84];
  const paper = palette.paper;
  canvas.group({ transform: `rotate(-14 ${n(x)} ${n(y)})` }, () => {
    const cover = `M${n(x - w - 14)} ${n(y - h / 2 - 10)}H${n(x + w + 14)}V${n(y + h / 2 + 12)}H${n(x - w - 14)}z`;
    canvas.softShadow(cover, 14, 18, 0.34);
    canvas.path(cover, palette.objects[4] ?? palette.accent);
    for (const side of [-1, 1]) {
      const d = `M${n(x)} ${n(y - h / 2 + 8)}Q${n(x + side * w * 0.5)} ${n(y - h / 2 - 18)} ${n(x + side * w)} ${n(y - h / 2)}V${n(y + h / 2)}Q${n(x + side * w * 0.5)} ${n(y + h / 2 - 18)} ${n(x)} ${n(y + h / 2 + 6)}z`;
      canvas.path(
        d,
        canvas.linear(
          side < 0
            ? [
                [0, paper],
                [0.8, lighten(paper, -0.02)],
                [1, lighten(paper, -0.16)],
              ]
            : [
                [0, lighten(paper, -0.12)],
                [0.2, lighten(paper, -0.02)],
                [1, paper],
              ],
          "right",
        ),
      );
      let lines = "";
      for (let i = 0; i < 13; i += 1)
        lines += `M${n(x + side * w * 0.14)} ${n(y - h * 0.37 + i * h * 0.062)}h${n(side * w * (i % 6 === 5 ? 0.44 : 0.7))}`;
      stroke(canvas, lines, mix(paper, palette.dark, 0.45), 4, 0.75);
    }
  });
}

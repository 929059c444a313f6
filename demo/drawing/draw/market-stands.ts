import { awning, cloths, type Frame, type Night } from "./awning";
import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import type { Goods } from "./goods";
import { stroke } from "./leaves";
import { bucket, crate } from "./market-goods";
import type { InteriorPalette } from "./palettes";
import { ellipsePath, n } from "./path";

const WOOD = "#b98352";

export function stall(
  canvas: Canvas,
  palette: InteriorPalette,
  goods: readonly Goods[],
  night: Night,
  frame: Frame,
): void {
  const { x, width, ground, awning: low, unit } = frame;
  const wood = mix(WOOD, palette.dark, 0.12);
  const post = mix(mix(wood, palette.dark, 0.3), night[0], night[1]);
  canvas.rect(
    x + unit * 0.1,
    low,
    width - unit * 0.2,
    ground - low - unit * 0.4,
    mix(mix(palette.wall, palette.dark, 0.52), night[0], night[1] * 0.5),
  );
  for (const px of [x, x + width - unit * 0.16])
    canvas.rect(px, low - unit * 0.3, unit * 0.16, ground - low + unit * 0.3, post);
  const half = Math.ceil(goods.length / 2);
  const rows = [goods.slice(0, half), goods.slice(half)];
  const shelf = low + unit * 1.25;
  canvas.rect(x + unit * 0.16, shelf, width - unit * 0.32, unit * 0.1, post);
  shelfThings(canvas, palette, goods[0] ?? "bread", night, { ...frame, awning: shelf });
  rows.forEach((row, i) => {
    const y = ground - unit * (i ? 0.05 : 1.22);
    const w = (width - unit * (i ? 0.1 : 0.5)) / row.length;
    canvas.rect(
      x + unit * (i ? -0.05 : 0.14),
      y - unit * 0.14,
      width + unit * (i ? 0.1 : -0.28),
      unit * 0.18,
      mix(post, palette.dark, 0.2),
    );
    row.forEach((kind, k) => {
      crate(
        canvas,
        kind,
        {
          x: x + unit * (i ? 0.05 : 0.25) + k * w + w * 0.04,
          y,
          width: w * 0.92,
          height: unit * 1.02,
          night,
          random: canvas.random(`crate/${i}/${k}`),
        },
        wood,
        palette.paper,
      );
    });
  });
  canvas.rect(
    x - unit * 0.1,
    ground - unit * 0.06,
    width + unit * 0.2,
    unit * 0.1,
    mix("#160e18", post, 0.4),
  );
  awning(canvas, frame, cloths(palette, night));
}

/** Jars, loaves or bottles on the shelf at the back, in the shade of the awning. */
function shelfThings(
  canvas: Canvas,
  palette: InteriorPalette,
  goods: Goods,
  night: Night,
  { x, width, awning: y, unit }: Frame,
): void {
  const r = canvas.random("shelf");
  const dim = (colour: string) => mix(mix(colour, palette.dark, 0.3), night[0], night[1] * 0.5);
  for (let px = x + unit * 0.5; px < x + width - unit * 0.6; px += unit * r.between(0.42, 0.6)) {
    const colour = dim(r.pick([...palette.objects, palette.accent]));
    const h = unit * r.between(0.36, 0.62);
    const w = unit * r.between(0.14, 0.2);
    if (goods === "bread") {
      canvas.path(ellipsePath(px, y - unit * 0.17, unit * 0.26, unit * 0.17), dim("#c98a48"));
      continue;
    }
    canvas.path(
      `M${n(px - w)} ${n(y)}v${n(-h * 0.8)}q0 ${n(-h * 0.12)} ${n(w * 0.4)} ${n(-h * 0.14)}v${n(-h * 0.12)}h${n(w * 1.2)}v${n(h * 0.12)}q${n(w * 0.4)} ${n(h * 0.02)} ${n(w * 0.4)} ${n(h * 0.14)}v${n(h * 0.8)}z`,
      colour,
    );
    canvas.rect(px - w * 0.7, y - h * 0.55, w * 1.4, h * 0.28, dim(palette.paper));
  }
}

export function parasol(
  canvas: Canvas,
  palette: InteriorPalette,
  goods: readonly Goods[],
  night: Night,
  frame: Frame,
): void {
  const { x, width, ground, top, unit } = frame;
  const cx = x + width / 2;
  const [colour, pale] = cloths(palette, night);
  const wood = mix(WOOD, palette.dark, 0.12);
  const low = Math.min(ground - unit * 4.1, top + unit * 2.3);
  canvas.rect(
    cx - unit * 0.08,
    low - unit * 0.4,
    unit * 0.16,
    ground - low,
    mix(palette.dark, wood, 0.4),
  );
  const radius = width * 0.56;
  canvas.softShadow(
    `M${n(cx - radius)} ${n(low)}Q${n(cx)} ${n(low - unit * 3.4)} ${n(cx + radius)} ${n(low)}z`,
    16,
    50,
    0.3,
  );
  const count = 8;
  for (let i = 0; i < count; i += 1) {
    const at = (k: number) => cx - Math.cos((k / count) * Math.PI) * radius;
    const tone = i % 2 ? pale : colour;
    const bow = (k: number) => cx + (at(k) - cx) * 0.74;
    canvas.path(
      `M${n(cx)} ${n(top)}Q${n(bow(i))} ${n(top + (low - top) * 0.2)} ${n(at(i))} ${n(low)}Q${n((at(i) + at(i + 1)) / 2)} ${n(low + unit * 0.5)} ${n(at(i + 1))} ${n(low)}Q${n(bow(i + 1))} ${n(top + (low - top) * 0.2)} ${n(cx)} ${n(top)}z`,
      lighten(tone, 0.03 - i * 0.017),
    );
  }
  canvas.path(
    ellipsePath(cx, top - unit * 0.06, unit * 0.1, unit * 0.14),
    mix(palette.dark, wood, 0.4),
  );
  const tableY = ground - unit * 1.75;
  const cloth = mix(palette.paper, night[0], night[1] * 0.6);
  const drape = `M${n(x - unit * 0.05)} ${n(tableY)}H${n(x + width + unit * 0.05)}L${n(x + width + unit * 0.12)} ${n(ground)}H${n(x - unit * 0.12)}z`;
  canvas.softShadow(drape, 12, 12, 0.3);
  canvas.path(
    drape,
    canvas.linear([
      [0, lighten(cloth, -0.03)],
      [1, lighten(cloth, -0.1)],
    ]),
  );
  let checks = "";
  for (let i = 0; i < 13; i += 1)
    checks += `M${n(x + ((i + 0.5) / 13) * width)} ${n(tableY)}L${n(x - unit * 0.06 + ((i + 0.5) / 13) * (width + unit * 0.12))} ${n(ground)}`;
  stroke(canvas, checks, colour, unit * 0.13, 0.5);
  stroke(
    canvas,
    `M${n(x - unit * 0.05)} ${n(tableY + unit * 0.5)}H${n(x + width + unit * 0.05)}M${n(x - unit * 0.08)} ${n(tableY + unit * 1.15)}H${n(x + width + unit * 0.08)}`,
    colour,
    unit * 0.13,
    0.4,
  );
  const w = width / goods.length;
  goods.forEach((kind, i) => {
    crate(
      canvas,
      kind,
      {
        x: x + w * (i + 0.05),
        y: tableY + unit * 0.08,
        width: w * 0.9,
        height: unit * 1.05,
        night,
        random: canvas.random(`crate/${i}`),
      },
      wood,
      palette.paper,
    );
  });
  const basket = { y: ground + unit * 0.36, width: unit * 1.5, height: unit * 0.9, night };
  crate(
    canvas,
    goods[0] ?? "apples",
    { ...basket, x: x + width * 0.02, random: canvas.random("front/0") },
    wood,
    palette.paper,
  );
  crate(
    canvas,
    goods[1] ?? "lemons",
    { ...basket, x: x + width * 0.36, random: canvas.random("front/1") },
    wood,
    palette.paper,
  );
}

export function cart(
  canvas: Canvas,
  palette: InteriorPalette,
  goods: readonly Goods[],
  night: Night,
  frame: Frame,
): void {
  const { x, width, ground, unit } = frame;
  const paint = mix(palette.objects[2] ?? palette.accent, night[0], night[1] * 0.8);
  const metal = mix("#9fb0b5", palette.wall, 0.12);
  const bed = ground - unit * 1.7;
  for (const px of [x + unit * 0.35, x + width - unit * 0.5])
    canvas.rect(
      px,
      frame.awning,
      unit * 0.14,
      bed - frame.awning,
      mix(mix(WOOD, palette.dark, 0.3), night[0], night[1]),
    );
  const w = width / goods.length;
  goods.forEach((kind, i) => {
    bucket(
      canvas,
      kind,
      {
        x: x + w * (i + 0.5),
        y: bed - unit * 0.75,
        width: w * 0.72,
        height: unit * 1.05,
        night,
        random: canvas.random(`back/${i}`),
      },
      metal,
    );
  });
  canvas.rect(
    x + unit * 0.1,
    bed - unit * 0.8,
    width - unit * 0.2,
    unit * 0.3,
    lighten(paint, -0.09),
  );
  [...goods].reverse().forEach((kind, i) => {
    bucket(
      canvas,
      kind,
      {
        x: x + w * (i + 0.5),
        y: bed + unit * 0.1,
        width: w * 0.62,
        height: unit * 0.78,
        night,
        random: canvas.random(`front/${i}`),
      },
      lighten(metal, -0.05),
    );
  });
  const body = `M${n(x - unit * 0.1)} ${n(bed)}H${n(x + width + unit * 0.1)}V${n(bed + unit * 0.72)}H${n(x - unit * 0.1)}z`;
  canvas.softShadow(body, 10, 16, 0.3);
  canvas.path(
    body,
    canvas.linear([
      [0, lighten(paint, 0.05)],
      [1, lighten(paint, -0.07)],
    ]),
  );
  stroke(
    canvas,
    `M${n(x + unit * 0.1)} ${n(bed + unit * 0.16)}H${n(x + width - unit * 0.1)}v${n(unit * 0.4)}H${n(x + unit * 0.1)}z`,
    mix(palette.paper, paint, 0.35),
    unit * 0.05,
  );
  stroke(
    canvas,
    `M${n(x + width)} ${n(bed + unit * 0.2)}h${n(unit * 0.85)}`,
    mix(WOOD, night[0], night[1]),
    unit * 0.12,
  );
  for (const t of [0.24, 0.76])
    wheel(
      canvas,
      x + width * t,
      ground - unit * 0.7,
      unit * 0.86,
      mix(mix(WOOD, palette.dark, 0.35), night[0], night[1]),
    );
  awning(canvas, frame, cloths(palette, night), 0.3);
}

function wheel(canvas: Canvas, x: number, y: number, radius: number, colour: string): void {
  canvas.path(
    ellipsePath(x + radius * 0.1, y + radius * 1.0, radius * 0.8, radius * 0.1),
    "#150c18",
    { "fill-opacity": 0.35 },
  );
  let spokes = "";
  for (let i = 0; i < 12; i += 1)
    spokes += `M${n(x)} ${n(y)}L${n(x + Math.cos(i * 0.5236) * radius * 0.92)} ${n(y + Math.sin(i * 0.5236) * radius * 0.92)}`;
  stroke(canvas, spokes, lighten(colour, 0.04), radius * 0.07);
  canvas.add(
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 0.92)}" fill="none" stroke="${colour}" stroke-width="${n(radius * 0.14)}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 0.99)}" fill="none" stroke="${lighten(colour, -0.12)}" stroke-width="${n(radius * 0.05)}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 0.17)}" fill="${lighten(colour, -0.06)}"/>`,
  );
}

import type { Canvas } from "./canvas";
import { lighten, mix, turnHue } from "./colour";
import { fern, type Plant, split, sword, UP } from "./foliage";
import { type Leaf, leaves, stroke } from "./leaves";
import { n } from "./path";
import { cactus, paddle } from "./succulents";

export type PlantKind =
  | "sword"
  | "split"
  | "fern"
  | "cactus"
  | "paddle"
  | "coin"
  | "trailing"
  | "rubber"
  | "citrus"
  | "tulips";

/** What a searcher may call each plant; the first is used in names. */
export const PLANT_WORDS: Record<PlantKind, readonly [name: string, ...others: string[]]> = {
  sword: ["snake plant", "sansevieria"],
  split: ["monstera", "split leaf plant"],
  fern: ["fern", "fronds"],
  cactus: ["cactus", "succulent", "spines"],
  paddle: ["prickly pear", "cactus", "succulent"],
  coin: ["coin plant", "pilea"],
  trailing: ["trailing ivy", "ivy", "hanging plant"],
  rubber: ["rubber tree", "fig"],
  citrus: ["little orange tree", "orange tree", "fruit"],
  tulips: ["tulips", "flowers", "bulbs"],
};

const draws: Record<PlantKind, (canvas: Canvas, plant: Plant) => void> = {
  sword,
  split,
  fern,
  cactus,
  paddle,
  coin,
  trailing,
  rubber,
  citrus,
  tulips,
};

/** Draws one potted plant's greenery; the pot is drawn by the caller. */
export function houseplant(canvas: Canvas, kind: PlantKind, plant: Plant): void {
  draws[kind](canvas, plant);
}

function coin(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const total = 25;
  const discs = Array.from({ length: total }, (_, i) => {
    const ring = i < 9 ? 1 : i < 18 ? 0.76 : 0.46;
    const place = i < 9 ? i / 8 : i < 18 ? (i - 9) / 8 : (i - 18) / 6;
    const t = place * 2 - 1 + r.between(-0.06, 0.06);
    return {
      px: x + Math.sin(t * 1.55) * size * 0.66 * ring,
      py: y - size * 0.12 - Math.cos(t * 1.4) * size * 0.76 * ring,
      ring,
    };
  });
  let stems = "";
  for (const { px, py } of discs)
    stems += `M${n(x)} ${n(y)}Q${n(x + (px - x) * 0.25)} ${n((y + py) / 2 - size * 0.06)} ${n(px)} ${n(py)}`;
  stroke(canvas, stems, lighten(mix(green, "#b0905a", 0.3), -0.02), size * 0.011);
  for (const { px, py, ring } of discs) {
    const radius = size * r.between(0.098, 0.128) * (0.86 + 0.2 * (1 - ring));
    const tone = lighten(mix(green, "#1d4a4a", ring === 1 ? 0.3 : 0.06), r.between(-0.03, 0.05));
    const ry = radius * r.between(0.84, 1);
    canvas.add(
      `<ellipse cx="${n(px)}" cy="${n(py)}" rx="${n(radius)}" ry="${n(ry)}" fill="${tone}"/>` +
        `<path d="M${n(px - radius)} ${n(py)}A${n(radius)} ${n(ry)} 0 0 0 ${n(px + radius)} ${n(py)}Q${n(px)} ${n(py + ry * 0.5)} ${n(px - radius)} ${n(py)}z" fill="${lighten(tone, -0.08)}"/>` +
        `<circle cx="${n(px)}" cy="${n(py)}" r="${n(radius * 0.15)}" fill="${lighten(tone, 0.2)}"/>`,
    );
  }
}

function trailing(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const vines = 10;
  for (let i = 0; i < vines; i += 1) {
    const t = (i / (vines - 1)) * 2 - 1;
    const long = size * r.between(0.55, 1) * (i % 2 ? 1 : 0.74);
    const ex = x + Math.sign(t) * (0.16 + Math.abs(t) * 0.24) * size;
    const tone = lighten(mix(green, "#1d4a4a", r.between(0, 0.35)), r.between(-0.03, 0.05));
    let d = `M${n(x + t * size * 0.12)} ${n(y)}`;
    const hearts: Leaf[] = [];
    for (let k = 1; k <= 12; k += 1) {
      const u = k / 12;
      const px =
        x +
        t * size * 0.12 +
        (ex - x - t * size * 0.12) * Math.min(1, u * 2.1) +
        Math.sin(u * 6 + i) * size * 0.028;
      const py = y - Math.sin(Math.min(1, u * 2.6) * Math.PI) * size * 0.13 + u ** 1.5 * long;
      d += `L${n(px)} ${n(py)}`;
      const big = size * 0.105 * (1.15 - u * 0.5);
      hearts.push({
        x: px,
        y: py,
        angle: Math.PI / 2 + (k % 2 ? 0.8 : -0.8),
        length: big * 1.15,
        width: big * 0.62,
      });
    }
    stroke(canvas, d, lighten(tone, -0.06), size * 0.01);
    leaves(canvas, hearts, tone);
  }
}

function rubber(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  stroke(
    canvas,
    `M${n(x)} ${n(y)}C${n(x - size * 0.03)} ${n(y - size * 0.3)} ${n(x + size * 0.04)} ${n(y - size * 0.6)} ${n(x)} ${n(y - size * 0.82)}`,
    mix(green, "#5a3a2e", 0.7),
    size * 0.024,
  );
  const count = 13;
  for (let i = 0; i < count; i += 1) {
    const u = i / (count - 1);
    const side = i % 2 ? 1 : -1;
    const long = size * (0.4 - u * 0.13) * r.between(0.92, 1.05);
    const tone = lighten(mix(green, i % 3 === 0 ? "#5b2a4a" : "#12383a", 0.24), u * 0.06 - 0.01);
    leaves(
      canvas,
      [
        {
          x: x + side * 3,
          y: y - size * (0.16 + u * 0.64),
          angle: UP + side * (1.22 - u * 0.95),
          length: long,
          width: long * 0.33,
          bend: side * long * 0.14,
        },
      ],
      tone,
    );
  }
}

function citrus(canvas: Canvas, { x, y, size, green, bloom, random: r }: Plant): void {
  const crown = size * 0.37;
  const cy = y - size * 0.66;
  stroke(
    canvas,
    `M${n(x)} ${n(y)}Q${n(x + 6)} ${n(y - size * 0.2)} ${n(x - 3)} ${n(cy)}`,
    "#6b4a35",
    size * 0.035,
  );
  canvas.add(
    `<circle cx="${n(x)}" cy="${n(cy)}" r="${n(crown * 0.84)}" fill="${lighten(mix(green, "#1d3a34", 0.5), -0.05)}"/>`,
  );
  for (let layer = 0; layer < 3; layer += 1) {
    const items: Leaf[] = [];
    for (let i = 0; i < 46; i += 1) {
      const a = r.between(0, Math.PI * 2);
      const d = Math.sqrt(r.next()) * crown * (0.96 - layer * 0.2);
      items.push({
        x: x + Math.cos(a) * d - layer * crown * 0.09,
        y: cy + Math.sin(a) * d - layer * crown * 0.12,
        angle: a + r.between(-0.7, 0.7),
        length: size * 0.085,
        width: size * 0.026,
      });
    }
    leaves(canvas, items, lighten(green, layer * 0.05 - 0.03), false);
  }
  for (let i = 0; i < 9; i += 1) {
    const a = i * 2.399 + 0.4;
    const d = Math.sqrt((i + 0.6) / 9) * crown * 0.86;
    const fx = x + Math.cos(a) * d;
    const fy = cy + Math.sin(a) * d;
    const radius = size * 0.042;
    canvas.add(
      `<circle cx="${n(fx)}" cy="${n(fy)}" r="${n(radius)}" fill="${lighten(bloom, -0.06)}"/><circle cx="${n(fx - radius * 0.15)}" cy="${n(fy - radius * 0.15)}" r="${n(radius * 0.8)}" fill="${bloom}"/><circle cx="${n(fx - radius * 0.35)}" cy="${n(fy - radius * 0.35)}" r="${n(radius * 0.28)}" fill="${lighten(bloom, 0.14)}"/>`,
    );
  }
}

function tulips(canvas: Canvas, { x, y, size, green, bloom, random: r }: Plant): void {
  const stems = 7;
  const blades: Leaf[] = [];
  for (let i = 0; i < 9; i += 1) {
    const t = (i / 8) * 2 - 1;
    blades.push({
      x: x + t * size * 0.1,
      y,
      angle: UP + t * 0.75,
      length: size * r.between(0.5, 0.72),
      width: size * 0.05,
      bend: t * size * 0.1,
    });
  }
  for (let i = 0; i < stems; i += 1) {
    const t = (i / (stems - 1)) * 2 - 1;
    const hx = x + t * size * 0.36;
    const hy = y - size * (0.86 - Math.abs(t) * 0.16) * r.between(0.9, 1.04);
    stroke(
      canvas,
      `M${n(x + t * size * 0.1)} ${n(y)}Q${n(x + t * size * 0.18)} ${n((y + hy) / 2)} ${n(hx)} ${n(hy)}`,
      lighten(green, 0.04),
      size * 0.016,
    );
    const tone = i % 3 === 1 ? lighten(turnHue(bloom, 14), 0.06) : bloom;
    const w = size * 0.075;
    const h = size * 0.17;
    const lean = `rotate(${n(t * 20)} ${n(hx)} ${n(hy)})`;
    canvas.add(
      `<g transform="${lean}"><path d="M${n(hx - w)} ${n(hy - h)}Q${n(hx - w * 1.35)} ${n(hy)} ${n(hx)} ${n(hy)}Q${n(hx + w * 1.35)} ${n(hy)} ${n(hx + w)} ${n(hy - h)}L${n(hx + w * 0.45)} ${n(hy - h * 0.72)}L${n(hx)} ${n(hy - h * 1.08)}L${n(hx - w * 0.45)} ${n(hy - h * 0.72)}z" fill="${lighten(tone, -0.07)}"/>` +
        `<path d="M${n(hx)} ${n(hy - h * 1.04)}Q${n(hx - w * 0.95)} ${n(hy - h * 0.5)} ${n(hx)} ${n(hy)}Q${n(hx + w * 0.95)} ${n(hy - h * 0.5)} ${n(hx)} ${n(hy - h * 1.04)}z" fill="${lighten(tone, 0.05)}"/></g>`,
    );
  }
  leaves(canvas, blades, lighten(green, -0.01));
}

import { bloom } from "./bloom";
import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { COLOUR, FLOWERS, type Goods, type Place, SIZE } from "./goods";
import { stroke } from "./leaves";
import { ellipsePath, n } from "./path";
import type { Random } from "./random";

/** A wooden crate with a heap of one kind of goods; `y` is its foot. */
export function crate(
  canvas: Canvas,
  goods: Goods,
  place: Place,
  wood: string,
  paper: string,
): void {
  const { x, y, width, height, night, random: r } = place;
  const tone = mix(wood, night[0], night[1]);
  canvas.rect(x, y - height, width, height * 0.4, mix(tone, "#1a1016", 0.5));
  heap(canvas, goods, { ...place, y: y - height * 0.72 });
  canvas.softShadow(
    `M${n(x)} ${n(y - height * 0.1)}h${n(width)}v${n(height * 0.1)}h${n(-width)}z`,
    5,
    8,
    0.3,
  );
  canvas.rect(x, y - height * 0.78, width, height * 0.78, mix(tone, "#1a1016", 0.42));
  for (let i = 0; i < 3; i += 1) {
    const slat = lighten(tone, r.between(-0.03, 0.035));
    canvas.rect(x - 2, y - height * (0.78 - i * 0.265), width + 4, height * 0.225, slat);
  }
  stroke(canvas, `M${n(x)} ${n(y - height * 0.76)}h${n(width)}`, lighten(tone, 0.1), 2.5, 0.7);
  for (const px of [x - 3, x + width - height * 0.12])
    canvas.rect(px, y - height * 0.82, height * 0.15, height * 0.82, lighten(tone, -0.05));
  const card = mix(paper, night[0], night[1] * 0.6);
  const [tx, ty, tw, th] = [x + width * 0.36, y - height * 0.62, width * 0.28, height * 0.38];
  canvas.rect(tx + 2, ty + 3, tw, th, "#1a1016");
  canvas.rect(tx, ty, tw, th, card);
  stroke(
    canvas,
    `M${n(tx + tw * 0.18)} ${n(ty + th * 0.36)}h${n(tw * 0.5)}M${n(tx + tw * 0.18)} ${n(ty + th * 0.66)}h${n(tw * 0.64)}`,
    mix(card, "#2a1a20", 0.7),
    Math.max(2, th * 0.1),
  );
}

/** Rows of goods from back to front inside `place`, standing on its `y`. */
export function heap(
  canvas: Canvas,
  goods: Goods,
  { x, y, width, height, night, random: r }: Place,
): void {
  const size = height * 0.3 * (SIZE[goods] ?? 1);
  const colour = mix(COLOUR[goods], night[0], night[1] * 0.75);
  canvas.group(
    {
      "clip-path": canvas.clip(
        `M${n(x - 2)} ${n(y - height * 3)}h${n(width + 4)}v${n(height * 3.3)}h${n(-width - 4)}z`,
      ),
    },
    () => {
      for (let row = 0; row < 3; row += 1) {
        const rise = (2 - row) * size * 0.72;
        const count = Math.max(2, Math.round(width / (size * 1.75)));
        const half = width * (row === 0 ? 0.4 : row === 1 ? 0.45 : 0.5);
        for (let i = 0; i < count; i += 1) {
          const t = count === 1 ? 0 : ((i + (row % 2 ? 0.5 : 0.02)) / (count - 0.4)) * 2 - 1;
          const px =
            x +
            width / 2 +
            Math.max(-1, Math.min(1, t)) * (half - size * 0.5) +
            r.between(-1, 1) * size * 0.1;
          piece(canvas, goods, {
            x: px,
            y: y - rise + r.between(-0.08, 0.08) * size,
            size,
            colour: lighten(colour, r.between(-0.035, 0.03) + (row - 1) * 0.015),
            random: r,
          });
        }
      }
    },
  );
}

type Piece = { x: number; y: number; size: number; colour: string; random: Random };

function piece(canvas: Canvas, goods: Goods, { x, y, size, colour, random: r }: Piece): void {
  const shade = mix(colour, "#2a1030", 0.4);
  const light = lighten(colour, 0.13);
  if (goods === "carrots") {
    stroke(
      canvas,
      `M${n(x)} ${n(y - size * 0.9)}q${n(-size * 0.3)} ${n(-size * 0.7)} ${n(-size * 0.5)} ${n(-size)}M${n(x)} ${n(y - size * 0.9)}q0 ${n(-size * 0.6)} ${n(size * 0.1)} ${n(-size * 1.2)}M${n(x)} ${n(y - size * 0.9)}q${n(size * 0.3)} ${n(-size * 0.6)} ${n(size * 0.6)} ${n(-size * 0.9)}`,
      mix("#5f9a45", shade, 0.15),
      size * 0.16,
    );
    canvas.path(
      `M${n(x - size * 0.44)} ${n(y - size * 0.9)}Q${n(x)} ${n(y - size * 1.2)} ${n(x + size * 0.44)} ${n(y - size * 0.9)}L${n(x + size * 0.1)} ${n(y + size)}h${n(-size * 0.2)}z`,
      colour,
    );
    stroke(
      canvas,
      `M${n(x - size * 0.2)} ${n(y - size * 0.5)}h${n(size * 0.25)}M${n(x)} ${n(y - size * 0.1)}h${n(size * 0.22)}`,
      shade,
      size * 0.06,
      0.6,
    );
    return;
  }
  if (goods === "fish") {
    canvas.path(
      `M${n(x - size * 1.2)} ${n(y)}Q${n(x - size * 0.2)} ${n(y - size * 0.75)} ${n(x + size * 0.8)} ${n(y - size * 0.08)}L${n(x + size * 1.25)} ${n(y - size * 0.45)}V${n(y + size * 0.4)}L${n(x + size * 0.8)} ${n(y + size * 0.08)}Q${n(x - size * 0.2)} ${n(y + size * 0.6)} ${n(x - size * 1.2)} ${n(y)}z`,
      colour,
    );
    canvas.path(
      `M${n(x - size * 1.2)} ${n(y)}Q${n(x - size * 0.2)} ${n(y - size * 0.75)} ${n(x + size * 0.8)} ${n(y - size * 0.08)}Q${n(x - size * 0.2)} ${n(y - size * 0.2)} ${n(x - size * 1.2)} ${n(y)}z`,
      mix(colour, "#24405c", 0.5),
    );
    canvas.path(ellipsePath(x - size * 0.85, y - size * 0.1, size * 0.09, size * 0.09), "#17141c");
    return;
  }
  if (goods === "bread" || goods === "rolls") {
    const long = goods === "bread" ? 1.35 : 0.95;
    canvas.path(ellipsePath(x, y, size * long, size * 0.66), shade);
    canvas.path(
      ellipsePath(x - size * 0.06, y - size * 0.07, size * long * 0.95, size * 0.58),
      colour,
    );
    let cuts = "";
    for (let i = -1; i <= 1; i += 1)
      cuts += `M${n(x + i * size * long * 0.45 - size * 0.14)} ${n(y + size * 0.14)}l${n(size * 0.28)} ${n(-size * 0.46)}`;
    stroke(canvas, cuts, light, size * 0.15, 0.9);
    return;
  }
  if (goods === "aubergines" || goods === "lemons") {
    const tall = goods === "lemons" ? [1.2, 0.84] : [0.66, 1.15];
    canvas.path(ellipsePath(x, y, size * (tall[0] ?? 1), size * (tall[1] ?? 1)), shade);
    canvas.path(
      ellipsePath(
        x - size * 0.07,
        y - size * 0.07,
        size * (tall[0] ?? 1) * 0.9,
        size * (tall[1] ?? 1) * 0.9,
      ),
      colour,
    );
    canvas.path(ellipsePath(x - size * 0.3, y - size * 0.34, size * 0.24, size * 0.18), light, {
      "fill-opacity": 0.8,
    });
    if (goods === "aubergines")
      canvas.path(
        ellipsePath(x, y - size * 1.08, size * 0.36, size * 0.2),
        mix("#5f8a45", shade, 0.2),
      );
    return;
  }
  canvas.path(ellipsePath(x, y, size, size * 0.96), shade);
  canvas.path(ellipsePath(x - size * 0.07, y - size * 0.07, size * 0.9, size * 0.87), colour);
  if (goods === "cabbages") {
    stroke(
      canvas,
      `M${n(x - size * 0.6)} ${n(y + size * 0.3)}q${n(size * 0.1)} ${n(-size * 0.8)} ${n(size * 0.7)} ${n(-size)}M${n(x + size * 0.6)} ${n(y + size * 0.3)}q${n(-size * 0.05)} ${n(-size * 0.6)} ${n(-size * 0.5)} ${n(-size * 0.9)}M${n(x)} ${n(y + size * 0.7)}v${n(-size * 0.9)}`,
      light,
      size * 0.09,
      0.85,
    );
  } else if (goods === "pumpkins") {
    stroke(
      canvas,
      `M${n(x)} ${n(y - size * 0.85)}V${n(y + size * 0.8)}M${n(x - size * 0.1)} ${n(y - size * 0.85)}Q${n(x - size * 0.75)} ${n(y)} ${n(x - size * 0.2)} ${n(y + size * 0.8)}M${n(x + size * 0.1)} ${n(y - size * 0.85)}Q${n(x + size * 0.75)} ${n(y)} ${n(x + size * 0.2)} ${n(y + size * 0.8)}`,
      shade,
      size * 0.07,
      0.6,
    );
    stroke(
      canvas,
      `M${n(x)} ${n(y - size * 0.85)}q${n(size * 0.05)} ${n(-size * 0.2)} ${n(size * 0.2)} ${n(-size * 0.28)}`,
      mix("#6f7a3a", shade, 0.2),
      size * 0.16,
    );
  } else if (goods === "cheese") {
    canvas.path(
      `M${n(x)} ${n(y)}L${n(x + size * 0.8)} ${n(y - size * 0.4)}A${n(size * 0.9)} ${n(size * 0.88)} 0 0 1 ${n(x + size * 0.6)} ${n(y + size * 0.6)}z`,
      light,
    );
    canvas.path(
      ellipsePath(x - size * 0.35, y - size * 0.1, size * 0.12, size * 0.1) +
        ellipsePath(x - size * 0.1, y + size * 0.4, size * 0.1, size * 0.08),
      shade,
      { "fill-opacity": 0.5 },
    );
  } else {
    canvas.path(ellipsePath(x - size * 0.32, y - size * 0.36, size * 0.26, size * 0.2), light, {
      "fill-opacity": 0.85,
    });
    if (goods === "apples" || goods === "tomatoes")
      stroke(
        canvas,
        `M${n(x)} ${n(y - size * 0.8)}l${n(r.between(-0.1, 0.2) * size)} ${n(-size * 0.34)}`,
        goods === "apples" ? "#4f3826" : "#5f8a45",
        size * 0.12,
      );
  }
}

/** A zinc bucket with a bunch of one kind of flower; `y` is its foot. */
export function bucket(
  canvas: Canvas,
  goods: Goods,
  { x, y, width, height, night, random: r }: Place,
  metal: string,
): void {
  const tone = mix(metal, night[0], night[1]);
  const kind = FLOWERS[goods] ?? "daisy";
  const green = mix(mix("#4f8a50", night[0], night[1]), "#1d3a34", 0.1);
  const top = y - height;
  let stems = "";
  let leafs = "";
  for (let i = 0; i < 16; i += 1) {
    const dx = r.between(-0.75, 0.75) * width;
    const dy = -r.between(0.3, 0.9) * height;
    stems += `M${n(x + dx * 0.35)} ${n(top + 6)}Q${n(x + dx * 0.6)} ${n(top + dy * 0.4)} ${n(x + dx)} ${n(top + dy)}`;
    leafs += ellipsePath(x + dx * 0.85, top + dy * 0.45, width * 0.13, height * 0.07);
  }
  canvas.path(leafs, lighten(green, -0.03));
  stroke(canvas, stems, green, Math.max(2.5, width * 0.03));
  const colour = mix(COLOUR[goods], night[0], night[1] * 0.6);
  const spots = Array.from({ length: 12 }, (_, i) => ({
    dx: ((i % 4) / 1.5 - 1) * 0.8 + r.between(-0.12, 0.12),
    dy: 0.98 - Math.floor(i / 4) * 0.34 + r.between(-0.08, 0.08),
  }));
  for (const { dx, dy } of spots) {
    const bend = dy - Math.abs(dx) * 0.22;
    bloom(canvas, kind, {
      x: x + dx * width * 0.82,
      y: top - bend * height * 0.72,
      radius: width * 0.225,
      colour: lighten(colour, r.between(-0.05, 0.05)),
      turn: dx * 0.5,
      random: r,
    });
  }
  canvas.path(
    `M${n(x - width * 0.52)} ${n(top)}H${n(x + width * 0.52)}L${n(x + width * 0.4)} ${n(y)}H${n(x - width * 0.4)}z`,
    canvas.linear(
      [
        [0, lighten(tone, 0.1)],
        [0.4, tone],
        [1, lighten(tone, -0.14)],
      ],
      "right",
    ),
  );
  stroke(
    canvas,
    `M${n(x - width * 0.53)} ${n(top)}H${n(x + width * 0.53)}M${n(x - width * 0.48)} ${n(top + height * 0.34)}H${n(x + width * 0.48)}`,
    lighten(tone, -0.1),
    Math.max(3, width * 0.035),
  );
}

import type { Canvas } from "../draw/canvas";
import { lighten, lightness, mix } from "../draw/colour";
import { PRINT, type PrintPalette, type PrintPaletteName } from "../draw/palettes";
import { type Point, polygon } from "../draw/path";
import { at, circle, contrasting, PRINT_WORDS, polar, scatter } from "../draw/print";
import type { Random } from "../draw/random";
import type { Drawing, Family } from "../family";

/** Where a field lies, so that no chips are drawn that its clip hides. */
type Box = { x: number; y: number; width: number; height: number };
type Field = {
  box: Box;
  clip: string | null;
  ground: string;
  chips: readonly string[];
  size: number;
};

/** Polished stone chips in cement; some floors are laid in fields with brass strips between. */
export const terrazzo: Family = {
  slug: "terrazzo",
  host: "papercraft.localhost",
  rating: "strict",
  isCutOut: false,
  isGraphic: true,
  variants: [
    { aspect: "1:1", palette: "riviera", options: { inlay: "none" } },
    { aspect: "3:2", palette: "clay", options: { inlay: "arcs" } },
    { aspect: "4:5", palette: "indigo", options: { inlay: "sunrise" } },
  ],
  draw(canvas, variant): Drawing {
    const palette = PRINT[variant.palette as PrintPaletteName];
    const inlay = String(variant.options?.inlay);
    const { width, height, short } = canvas;
    const brass = canvas.linear(
      [
        [0, "#e8c77a"],
        [0.5, "#b98a3c"],
        [1, "#e2be6d"],
      ],
      { x1: 0, y1: 0, x2: 1, y2: 1 },
    );
    for (const [i, field] of fields(canvas, palette, inlay).entries()) {
      const draw = () => {
        canvas.rect(0, 0, width, height, field.ground);
        chips(canvas, canvas.random(`field${i}`), field);
      };
      if (field.clip) {
        canvas.group({ "clip-path": canvas.clip(field.clip) }, draw);
        canvas.stroke(field.clip, "#150c18", short * 0.012, { "stroke-opacity": 0.25 });
        canvas.stroke(field.clip, brass, short * 0.0075);
      } else draw();
    }
    const words = PRINT_WORDS[palette.name];
    const name = {
      none: `Terrazzo floor with ${words.title} stones`,
      arcs: `Terrazzo arches with brass strips in ${words.title}`,
      sunrise: `Terrazzo sunrise with brass rays in ${words.title}`,
    }[inlay];
    return {
      name: name ?? "Terrazzo floor",
      keywords: [
        "terrazzo",
        "stone",
        "floor",
        "pattern",
        "abstract",
        "chips",
        ...(inlay === "none" ? [] : ["brass", inlay === "arcs" ? "arches" : "sun"]),
        ...words.keywords,
      ],
      grain: 8,
    };
  },
};

function fields(canvas: Canvas, palette: PrintPalette, inlay: string): Field[] {
  const { width, height } = canvas;
  const colours = [...palette.colours, palette.ink];
  const whole = { x: 0, y: 0, width, height };
  const field = (clip: string | null, ground: string, size: number, box: Box = whole): Field => ({
    box,
    clip,
    ground,
    chips: contrasting([...colours, palette.paper], ground, 0.13),
    size,
  });
  const all = [field(null, palette.paper, inlay === "none" ? 1 : 0.62)];
  if (inlay === "arcs") {
    const radius = height * 0.46;
    const tones = [palette.colours[0], palette.colours[3], palette.colours[1], palette.ink];
    for (const [i, cx] of [width * 0.1, width * 0.5, width * 0.93].entries()) {
      for (const [k, share] of [1, 0.66, 0.33].entries()) {
        const r = radius * share;
        const foot = i === 1 ? -20 : height + 20;
        const y = i === 1 ? height * 0.48 : height * 0.52;
        const d =
          i === 1
            ? `M${cx - r} ${foot}V${y}A${r} ${r} 0 0 0 ${cx + r} ${y}V${foot}z`
            : `M${cx - r} ${foot}V${y}A${r} ${r} 0 0 1 ${cx + r} ${y}V${foot}z`;
        all.push(
          field(
            d,
            mix(at(tones, i + k) ?? palette.ink, palette.paper, k === 1 ? 0.75 : 0.08),
            0.55,
            {
              x: cx - r,
              y: i === 1 ? 0 : y - r,
              width: 2 * r,
              height: i === 1 ? y + r : height - y + r,
            },
          ),
        );
      }
    }
  }
  if (inlay === "sunrise") {
    const [cx, cy] = [width / 2, height * 0.66];
    for (let i = 0; i < 9; i += 1) {
      const from = Math.PI + (i / 9) * Math.PI;
      const to = Math.PI + ((i + 1) / 9) * Math.PI;
      const [a, b] = [polar(cx, cy, height * 1.2, from), polar(cx, cy, height * 1.2, to)];
      all.push(
        field(
          polygon([[cx, cy], a, b]),
          i % 2 ? palette.paper : mix(at(palette.colours, 2), palette.paper, 0.12),
          0.6,
          {
            x: Math.min(cx, a[0], b[0]),
            y: 0,
            width: Math.max(cx, a[0], b[0]) - Math.min(cx, a[0], b[0]),
            height: cy,
          },
        ),
      );
    }
    all.push(
      field(circle(cx, cy, width * 0.33), at(palette.colours, 3), 0.6, {
        x: width * 0.17,
        y: cy - width * 0.33,
        width: width * 0.66,
        height: width * 0.33,
      }),
    );
    for (let i = 0; i < 3; i += 1) {
      const y = cy + height * 0.115 * i;
      all.push(
        field(
          `M-20 ${y}H${width + 20}V${height + 20}H-20z`,
          mix(palette.colours[0] ?? palette.ink, palette.ink, i * 0.35),
          0.7,
          { x: 0, y, width, height: height - y },
        ),
      );
    }
  }
  return all;
}

/** An irregular stone with straight edges; two of its corners are cut off. */
function stone(r: Random, x: number, y: number, radius: number): Point[] {
  const corners = r.integer(5, 8);
  const stretch = r.between(0.62, 1);
  const lean = r.between(0, Math.PI);
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + r.between(-0.3, 0.3)) / corners) * Math.PI * 2;
    const [px, py] = polar(0, 0, radius * r.between(0.8, 1), angle);
    const qy = py * stretch;
    return [
      x + px * Math.cos(lean) - qy * Math.sin(lean),
      y + px * Math.sin(lean) + qy * Math.cos(lean),
    ] as const;
  });
}

function chips(canvas: Canvas, r: Random, field: Field): void {
  const { width, height } = field.box;
  const big = canvas.short * 0.062 * field.size;
  const radii: number[] = [];
  const room = (width * height) / (big * big);
  const isFine = field.size < 1;
  for (const [share, count] of [
    [1, 0.05],
    [0.7, 0.055],
    [0.45, 0.09],
    [0.26, 0.13],
    [0.14, 0.16],
  ] as const) {
    const many = room * count * (isFine ? 0.62 : 1);
    for (let i = 0; i < many; i += 1) radii.push(big * share * r.between(0.85, 1.15));
  }
  const area = { width, height, radii: radii.slice(0, 900), gap: canvas.short * 0.004, bleed: 20 };
  const placed = scatter(r, area, [], 16).map((chip) => ({
    ...chip,
    x: chip.x + field.box.x,
    y: chip.y + field.box.y,
  }));
  const byColour = new Map<string, { d: string; facet: string }>();
  for (const [i, { x, y, radius }] of placed.entries()) {
    const colour = at(field.chips, i * 7 + (i >> 2));
    const shape = stone(r, x, y, radius);
    const entry = byColour.get(colour) ?? { d: "", facet: "" };
    entry.d += polygon(shape);
    if (radius > big * 0.4) entry.facet += polygon([...shape.slice(0, 3), [x, y]]);
    byColour.set(colour, entry);
  }
  for (const [colour, { d, facet }] of byColour) {
    canvas.path(d, colour);
    canvas.path(facet, lighten(colour, lightness(colour) > 0.8 ? -0.05 : 0.07));
  }
}

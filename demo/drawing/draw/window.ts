import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { birds, clouds, layers, sky, stars, sun, water } from "./landscape";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n } from "./path";
import { pineRow } from "./pines";
import type { Random } from "./random";

export type Opening = { x: number; y: number; width: number; height: number; isArched?: boolean };
export type View = "town" | "hills" | "sea" | "snow" | "rain" | "forest";

/** The outline of a window opening, grown by `by` units on every side. */
export function openingPath({ x, y, width, height, isArched = false }: Opening, by = 0): string {
  const [left, right, low] = [x - by, x + width + by, y + height + by];
  if (!isArched) return `M${n(left)} ${n(y - by)}H${n(right)}V${n(low)}H${n(left)}z`;
  const radius = width / 2 + by;
  return `M${n(left)} ${n(low)}V${n(y + width / 2)}A${n(radius)} ${n(radius)} 0 0 1 ${n(right)} ${n(y + width / 2)}V${n(low)}z`;
}

/** What lies outside, clipped to the opening. Says which disc can be seen. */
export function view(
  canvas: Canvas,
  opening: Opening,
  { kind, palette, sunX }: { kind: View; palette: LandscapePalette; sunX: number },
): "sun" | "moon" | "none" {
  let disc: "sun" | "moon" | "none" = "none";
  const { y, height, width } = opening;
  const at = (t: number) => y + height * t;
  canvas.group({ "clip-path": canvas.clip(openingPath(opening)) }, () => {
    sky(canvas, palette, { horizonY: at(0.68) });
    if (palette.hasStars) stars(canvas, palette, { untilY: at(0.6), count: 160 });
    if (kind !== "rain")
      disc = sun(canvas, palette, {
        x: sunX,
        y: at(0.24),
        radius: Math.min(width, height) * 0.085,
      });
    if (kind === "rain" || !palette.isDark)
      clouds(canvas, palette, { fromY: at(0.16), toY: at(0.45), count: 2 });
    if (kind === "sea") {
      layers(canvas, palette, {
        from: at(0.56),
        to: at(0.6),
        count: 1,
        amplitude: height * 0.08,
        depth: [0.25, 0.25],
        part: "coast",
      });
      water(canvas, palette, {
        from: at(0.62),
        to: at(1),
        ripples: 50,
        glitter: 30,
        ...(disc === "none" ? {} : { sunX }),
        spread: 0.5,
      });
      birds(canvas, palette, { x: opening.x + width * 0.3, y: at(0.34), count: 3, size: 12 });
    } else if (kind === "town" || kind === "rain") {
      layers(canvas, palette, {
        from: at(0.6),
        to: at(0.66),
        count: 1,
        amplitude: height * 0.09,
        depth: [0.15, 0.15],
        part: "far",
      });
      town(canvas, opening, palette);
    } else {
      layers(canvas, palette, {
        from: at(0.55),
        to: at(0.86),
        count: 4,
        amplitude: height * 0.1,
        depth: kind === "snow" ? [0.02, 0.3] : [0.1, 0.62],
        after: (layer, _depth, i) => {
          if (kind === "hills" || i === 0) return;
          const r = canvas.random(`trees/${i}`);
          const d = pineRow(r, {
            from: opening.x - 20,
            to: opening.x + width + 20,
            at: layer.at,
            height: height * (0.06 + i * 0.035),
            spacing: 26 + i * 12,
          });
          canvas.path(d, mix(mix(palette.haze, palette.near, 0.3 + 0.18 * i), palette.sky[1], 0.1));
        },
      });
    }
    if (kind === "snow") flakes(canvas, opening, palette);
    if (kind === "rain") rain(canvas, opening, palette);
  });
  return disc;
}

function flakes(canvas: Canvas, { x, y, width, height }: Opening, palette: LandscapePalette): void {
  const r = canvas.random("flakes");
  let d = "";
  for (let i = 0; i < 130; i += 1) {
    const size = r.between(1.5, 5.5);
    d += ellipsePath(x + r.next() * width, y + r.next() * height, size, size);
  }
  canvas.path(d, mix(palette.sun, "#ffffff", 0.6), { "fill-opacity": 0.9 });
}

function rain(canvas: Canvas, { x, y, width, height }: Opening, palette: LandscapePalette): void {
  const r = canvas.random("rain");
  let d = "";
  for (let i = 0; i < 120; i += 1) {
    const long = r.between(16, 46);
    d += `M${n(x + r.next() * width)} ${n(y + r.next() * height)}l${n(-long * 0.22)} ${n(long)}`;
  }
  stroke(canvas, d, mix(palette.sun, palette.sky[1], 0.25), 2, 0.5);
  let drops = "";
  for (let i = 0; i < 46; i += 1) {
    const size = r.between(2.4, 6);
    drops += ellipsePath(x + r.next() * width, y + r.next() * height, size, size * 1.25);
  }
  canvas.path(drops, mix(palette.sun, "#ffffff", 0.4), { "fill-opacity": 0.5 });
}

/** Two rows of roofs; their windows are lit when it is dark. */
function town(canvas: Canvas, { x, y, width, height }: Opening, palette: LandscapePalette): void {
  for (const [row, top, depth] of [
    [0, 0.64, 0.4],
    [1, 0.76, 0.74],
  ] as const) {
    const r: Random = canvas.random(`town/${row}`);
    let walls = "";
    let roofs = "";
    let lit = "";
    const low = y + height + 10;
    for (let hx = x - 30; hx < x + width; ) {
      const w = r.between(0.07, 0.13) * Math.max(width, height) * (row ? 1.15 : 0.8);
      const ey = y + height * (top + r.between(-0.05, 0.05));
      const peak = ey - w * r.between(0.35, 0.6);
      walls += `M${n(hx)} ${n(ey)}H${n(hx + w)}V${n(low)}H${n(hx)}z`;
      roofs += `M${n(hx - 6)} ${n(ey + 3)}L${n(hx + w * 0.5)} ${n(peak)}L${n(hx + w + 6)} ${n(ey + 3)}z`;
      if (r.chance(0.5))
        roofs += `M${n(hx + w * 0.7)} ${n(peak)}h${n(w * 0.12)}V${n(ey)}h${n(-w * 0.12)}z`;
      for (const wx of [0.2, 0.62]) {
        for (const wy of [0.25, 0.95]) {
          if (r.chance(palette.isDark ? 0.6 : 0.85))
            lit += `M${n(hx + w * wx)} ${n(ey + w * wy)}h${n(w * 0.18)}v${n(w * 0.26)}h${n(-w * 0.18)}z`;
        }
      }
      hx += w + r.between(-4, 6);
    }
    const body = mix(palette.haze, palette.near, depth * (palette.isDark ? 0.9 : 0.5));
    canvas.path(walls, mix(body, palette.isDark ? body : palette.sun, 0.35));
    canvas.path(roofs, palette.isDark ? lighten(body, -0.05) : mix(body, palette.accent, 0.42));
    canvas.path(lit, palette.isDark ? palette.accent : mix(palette.near, palette.haze, 0.35), {
      "fill-opacity": row ? 0.95 : 0.7,
    });
  }
}

/** Frame and bars before the view. `panes` are columns and rows. */
export function frame(
  canvas: Canvas,
  opening: Opening,
  colour: string,
  bars: readonly [columns: number, rows: number],
): void {
  const { x, y, width, height } = opening;
  const thick = Math.max(16, Math.min(width, height) * 0.045);
  let d = "";
  for (let i = 1; i < bars[0]; i += 1)
    d += `M${n(x + (width * i) / bars[0] - thick * 0.3)} ${n(y)}h${n(thick * 0.6)}V${n(y + height)}h${n(-thick * 0.6)}z`;
  for (let i = 1; i < bars[1]; i += 1)
    d += `M${n(x)} ${n(y + (height * i) / bars[1] - thick * 0.25)}h${n(width)}v${n(thick * 0.5)}H${n(x)}z`;
  canvas.group({ "clip-path": canvas.clip(openingPath(opening)) }, () => {
    canvas.path(d, lighten(colour, -0.16), { transform: "translate(4 4)", "fill-opacity": 0.55 });
    canvas.path(d, lighten(colour, -0.03));
  });
}

/** The casing around the opening, drawn before the view. */
export function casing(canvas: Canvas, opening: Opening, colour: string): void {
  const thick = Math.max(16, Math.min(opening.width, opening.height) * 0.05);
  const outer = openingPath(opening, thick);
  canvas.softShadow(outer, 8, 14, 0.26);
  canvas.path(
    outer,
    canvas.linear(
      [
        [0, lighten(colour, 0.02)],
        [1, lighten(colour, -0.06)],
      ],
      "right",
    ),
  );
  canvas.stroke(openingPath(opening), lighten(colour, -0.2), 4, { "stroke-opacity": 0.6 });
}

/** A curtain hanging from `y` over a strip, gathered at its outer side when `isTied`. */
export function curtain(
  canvas: Canvas,
  {
    x,
    y,
    width,
    height,
    colour,
    side,
    isTied,
  }: {
    x: number;
    y: number;
    width: number;
    height: number;
    colour: string;
    side: -1 | 1;
    isTied: boolean;
  },
): void {
  const outer = x;
  const inner = (t: number) => {
    if (!isTied) return x - side * width * (0.92 + 0.04 * Math.sin(t * 5));
    const knot = 0.66;
    const u = t < knot ? t / knot : (1 - t) / (1 - knot);
    const narrow = t < knot ? 1 - 0.68 * u ** 2.2 : 0.56 - 0.24 * u;
    return x - side * width * narrow;
  };
  let d = `M${n(outer)} ${n(y)}`;
  for (let i = 0; i <= 24; i += 1) d += `L${n(inner(i / 24))} ${n(y + (height * i) / 24)}`;
  d += `L${n(outer)} ${n(y + height)}z`;
  canvas.softShadow(d, -side * 12, 8, 0.25);
  canvas.path(d, colour);
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    for (let fold = 0; fold < 6; fold += 1) {
      const a = fold / 6;
      const b = a + 0.085;
      let shade = "";
      let back = "";
      for (let i = 0; i <= 16; i += 1) {
        const t = i / 16;
        const span = inner(t) - outer;
        shade += `${i ? "L" : "M"}${n(outer + span * a)} ${n(y + height * t)}`;
        back = `L${n(outer + span * b)} ${n(y + height * t)}${back}`;
      }
      canvas.path(`${shade}${back}z`, lighten(colour, -0.085), { "fill-opacity": 0.85 });
    }
    if (isTied)
      canvas.path(
        `M${n(outer)} ${n(y + height * 0.635)}L${n(inner(0.66) - side * 30)} ${n(y + height * 0.655)}v22L${n(outer)} ${n(y + height * 0.69)}z`,
        lighten(colour, 0.12),
      );
  });
}

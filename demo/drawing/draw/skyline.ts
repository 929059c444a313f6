import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { lens } from "./landscape";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { n } from "./path";
import { fbm } from "./random";

export type Block = { x: number; width: number; top: number };

export type SkylineRow = {
  part: string;
  /** The ground the row stands on. */
  foot: number;
  /** Height of the tallest towers above the foot. */
  tall: number;
  /** Mean width of a building. */
  wide: number;
  /** 0 far, 1 near. */
  depth: number;
  /** Where the row is highest, as a share of the width; the row falls off on both sides. */
  peak: number;
  hasSnow?: boolean;
  /** Share of lit or visible windows. */
  lit: number;
};

/** One row of buildings with a lit side, tops of five kinds and windows joined into two paths. */
export function skylineRow(
  canvas: Canvas,
  palette: LandscapePalette,
  row: SkylineRow,
  sunX: number,
): Block[] {
  const { part, foot, tall, wide, depth, peak } = row;
  const r = canvas.random(`row/${part}`);
  const envelope = fbm(`${canvas.id}/${part}/envelope`, 3);
  const body = mix(palette.haze, palette.near, 0.2 + 0.68 * depth);
  const blocks: Block[] = [];
  let fronts = "";
  let sides = "";
  let tops = "";
  let caps = "";
  for (let x = -wide * 0.6; x < canvas.width + wide; ) {
    const w = wide * r.between(0.62, 1.3);
    const u = x / canvas.width - peak;
    const share =
      Math.max(0.16, 0.28 + 0.72 * Math.exp(-((u / 0.3) ** 2)) + envelope(x / wide / 2.4) * 0.16) *
      r.between(0.62, 1.05);
    const top = foot - tall * Math.min(1, share);
    blocks.push({ x, width: w, top });
    fronts += `M${n(x)} ${n(foot)}V${n(top)}H${n(x + w)}V${n(foot)}z`;
    const dark = sunX < x + w / 2 ? 1 : -1;
    const from = dark > 0 ? x + w * 0.64 : x;
    sides += `M${n(from)} ${n(foot)}V${n(top)}h${n(w * 0.36)}V${n(foot)}z`;
    tops += crown(r.integer(0, 6), x, top, w, tall);
    caps += `M${n(x - 1)} ${n(top - 5)}h${n(w + 2)}v9h${n(-w - 2)}z`;
    x += w - r.between(0.5, 3);
  }
  const fill = canvas.linear(
    [
      [0, body],
      [0.55, mix(body, palette.haze, 0.08)],
      [1, mix(body, palette.haze, 0.44 * (1 - depth * 0.6))],
    ],
    { x1: 0, y1: foot - tall, x2: 0, y2: foot },
  );
  canvas.path(tops, body);
  canvas.path(fronts, fill);
  canvas.path(sides, mix(palette.near, body, 0.3), { "fill-opacity": 0.34 });
  if (row.hasSnow) canvas.path(caps, mix("#ffffff", palette.haze, 0.18));
  windows(canvas, palette, row, blocks, body);
  return blocks;
}

/** What stands on a roof: nothing, a setback, a spire, a gable, a water tank, a dome or a slant. */
function crown(kind: number, x: number, top: number, w: number, tall: number): string {
  const mid = x + w / 2;
  const h = tall * 0.1;
  if (kind === 1)
    return `M${n(x + w * 0.2)} ${n(top + 2)}v${n(-h * 0.7)}h${n(w * 0.6)}v${n(h * 0.7)}z`;
  if (kind === 2)
    return `M${n(x + w * 0.22)} ${n(top + 2)}v${n(-h * 0.5)}h${n(w * 0.16)}v${n(-h * 0.4)}h${n(w * 0.09)}L${n(mid)} ${n(top - h * 2.6)}L${n(mid + w * 0.03)} ${n(top - h * 0.9)}h${n(w * 0.09)}v${n(h * 0.4)}h${n(w * 0.16)}v${n(h * 0.5)}z`;
  if (kind === 3)
    return `M${n(x)} ${n(top + 2)}L${n(mid)} ${n(top - h * 0.9)}L${n(x + w)} ${n(top + 2)}z`;
  if (kind === 4)
    return `M${n(x + w * 0.56)} ${n(top + 2)}v${n(-h * 0.3)}h${n(w * 0.04)}v${n(-h * 0.4)}l${n(w * 0.12)} ${n(-h * 0.22)}l${n(w * 0.12)} ${n(h * 0.22)}v${n(h * 0.4)}h${n(w * 0.04)}v${n(h * 0.3)}z`;
  if (kind === 5)
    return `M${n(x + w * 0.12)} ${n(top + 2)}A${n(w * 0.38)} ${n(Math.min(h, w * 0.42))} 0 0 1 ${n(x + w * 0.88)} ${n(top + 2)}zM${n(mid - 2)} ${n(top - h * 0.2)}V${n(top - h * 1.3)}h4V${n(top - h * 0.2)}z`;
  if (kind === 6) return `M${n(x)} ${n(top + 2)}V${n(top - h * 1.1)}L${n(x + w)} ${n(top + 2)}z`;
  return "";
}

function windows(
  canvas: Canvas,
  palette: LandscapePalette,
  { part, foot, depth, lit, wide }: SkylineRow,
  blocks: readonly Block[],
  body: string,
): void {
  const r = canvas.random(`windows/${part}`);
  const size = Math.max(4.2, wide * 0.085);
  let warm = "";
  let pale = "";
  for (const { x, width, top } of blocks) {
    const style = r.integer(0, 2);
    const step = size * (style === 1 ? 1.75 : 2.1);
    const columns = Math.floor((width - size * 0.9) / step);
    const margin = (width - columns * step + (step - size)) / 2;
    const mood = r.between(0.35, 1.2);
    for (let y = top + size * 1.6; y < foot - size * 2; y += size * (style === 2 ? 1.9 : 2.5)) {
      for (let c = 0; c < columns; c += 1) {
        if (!r.chance(lit * mood)) continue;
        const d = `M${n(x + margin + c * step)} ${n(y)}h${n(size * (style === 1 ? 0.75 : 1))}v${n(size * (style === 2 ? 0.9 : 1.35))}h${n(-size * (style === 1 ? 0.75 : 1))}z`;
        if (r.chance(0.74)) warm += d;
        else pale += d;
      }
    }
  }
  const isDark = palette.isDark;
  canvas.path(
    warm,
    isDark ? mix(palette.accent, body, 0.42 * (1 - depth)) : mix(palette.near, body, 0.5),
    { "fill-opacity": isDark ? 0.95 : 0.5 },
  );
  canvas.path(
    pale,
    isDark ? mix(palette.sun, body, 0.3 + 0.3 * (1 - depth)) : mix(palette.sun, body, 0.35),
    { "fill-opacity": isDark ? 0.85 : 0.75 },
  );
}

/** Smears of light under the lit blocks: shrinking lenses that drift sideways. */
export function lightSmears(
  canvas: Canvas,
  palette: LandscapePalette,
  blocks: readonly Block[],
  from: number,
): void {
  const r = canvas.random("smears");
  const depth = canvas.height - from;
  let warm = "";
  let pale = "";
  blocks.forEach(({ x, width, top }, i) => {
    if (i % 2 && r.chance(0.5)) return;
    const long = Math.min(depth * 0.9, (from - top) * r.between(0.45, 0.8));
    const lines = 15;
    let d = "";
    for (let k = 0; k < lines; k += 1) {
      const t = (k + 0.3) / lines;
      d += lens(
        x + width / 2 + r.between(-1, 1) * width * (0.1 + 0.5 * t),
        from + 5 + long * t ** 1.2,
        width * r.between(0.12, 0.42) * (1 - t * 0.5),
        1.2 + 2.6 * t,
      );
    }
    if (i % 3) warm += d;
    else pale += d;
  });
  canvas.path(warm, palette.isDark ? palette.accent : mix(palette.near, palette.haze, 0.5), {
    "fill-opacity": palette.isDark ? 0.55 : 0.35,
  });
  canvas.path(pale, mix(palette.sun, palette.sky[1], 0.3), { "fill-opacity": 0.4 });
}

/** A landmark tower that rises above the rows. */
export function landmarkTower(
  canvas: Canvas,
  palette: LandscapePalette,
  tower: {
    kind: "needle" | "stepped" | "wheel" | "radio";
    x: number;
    foot: number;
    height: number;
    sunX: number;
    depth?: number;
  },
): void {
  const { kind, x, foot, height, sunX, depth = 0.62 } = tower;
  const tone = mix(palette.haze, palette.near, depth);
  const side = sunX < x ? 1 : -1;
  const w = height * 0.085;
  const light = palette.isDark ? palette.accent : mix(palette.sun, tone, 0.3);
  if (kind === "stepped") {
    let d = "";
    let shade = "";
    const steps = [
      [1.9, 0, 0.56],
      [1.4, 0.56, 0.75],
      [0.95, 0.75, 0.87],
      [0.5, 0.87, 0.93],
    ] as const;
    for (const [k, a, b] of steps) {
      d += `M${n(x - w * k)} ${n(foot - height * a)}V${n(foot - height * b)}H${n(x + w * k)}V${n(foot - height * a)}z`;
      shade += `M${n(x + side * w * k)} ${n(foot - height * a)}V${n(foot - height * b)}H${n(x + side * w * k * 0.3)}V${n(foot - height * a)}z`;
    }
    canvas.path(
      `${d}M${n(x - 4)} ${n(foot - height * 0.92)}L${n(x)} ${n(foot - height * 1.12)}L${n(x + 4)} ${n(foot - height * 0.92)}z`,
      tone,
    );
    canvas.path(shade, palette.near, { "fill-opacity": 0.32 });
    let glass = "";
    const r = canvas.random("stepped");
    for (const [k, a, b] of steps) {
      for (let y = foot - height * b + 10; y < foot - height * a - 14; y += height * 0.026) {
        for (let px = -w * k + 9; px < w * k - 9; px += w * 0.32)
          if (r.chance(palette.isDark ? 0.66 : 0.9))
            glass += `M${n(x + px)} ${n(y)}h${n(w * 0.14)}v${n(height * 0.013)}h${n(-w * 0.14)}z`;
      }
    }
    canvas.path(glass, palette.isDark ? light : mix(palette.near, tone, 0.45), {
      "fill-opacity": 0.9,
    });
  } else if (kind === "wheel") {
    const radius = height * 0.42;
    const cy = foot - radius * 1.16;
    const line = mix(palette.near, tone, 0.3);
    let spokes = "";
    let cabins = "";
    for (let i = 0; i < 20; i += 1) {
      const a = (i / 20) * Math.PI * 2;
      spokes += `M${n(x)} ${n(cy)}L${n(x + Math.cos(a) * radius)} ${n(cy + Math.sin(a) * radius)}`;
      const [cx, ky] = [x + Math.cos(a) * radius * 1.05, cy + Math.sin(a) * radius * 1.05];
      cabins += `M${n(cx - 8)} ${n(ky - 3)}h16v9a8 6 0 0 1 -16 0z`;
    }
    stroke(
      canvas,
      `M${n(x)} ${n(cy)}L${n(x - radius * 0.5)} ${n(foot)}M${n(x)} ${n(cy)}L${n(x + radius * 0.5)} ${n(foot)}`,
      line,
      height * 0.022,
    );
    stroke(canvas, spokes, line, 2, 0.8);
    canvas.add(
      `<circle cx="${n(x)}" cy="${n(cy)}" r="${n(radius)}" fill="none" stroke="${line}" stroke-width="7"/><circle cx="${n(x)}" cy="${n(cy)}" r="${n(radius * 0.9)}" fill="none" stroke="${line}" stroke-width="2.5"/><circle cx="${n(x)}" cy="${n(cy)}" r="${n(radius * 0.07)}" fill="${light}"/>`,
    );
    canvas.path(cabins, palette.isDark ? light : palette.accent);
  } else {
    const thin = kind === "radio" ? 0.5 : 0.34;
    canvas.path(
      `M${n(x - w * thin * 1.9)} ${n(foot)}Q${n(x - w * thin * 0.4)} ${n(foot - height * 0.4)} ${n(x - w * thin * 0.5)} ${n(foot - height * 0.74)}H${n(x + w * thin * 0.5)}Q${n(x + w * thin * 0.4)} ${n(foot - height * 0.4)} ${n(x + w * thin * 1.9)} ${n(foot)}z`,
      tone,
    );
    canvas.path(
      `M${n(x - 3)} ${n(foot - height * 0.7)}L${n(x)} ${n(foot - height * 1.1)}L${n(x + 3)} ${n(foot - height * 0.7)}z`,
      tone,
    );
    const py = foot - height * 0.74;
    if (kind === "radio")
      canvas.add(
        `<circle cx="${n(x)}" cy="${n(py)}" r="${n(w * 0.95)}" fill="${lighten(tone, 0.03)}"/><path d="M${n(x)} ${n(py - w * 0.95)}a${n(w * 0.95)} ${n(w * 0.95)} 0 0 ${side > 0 ? 1 : 0} 0 ${n(w * 1.9)}z" fill="${palette.near}" fill-opacity=".28"/>`,
      );
    else
      canvas.path(
        `M${n(x - w * 0.4)} ${n(py + w * 0.5)}L${n(x - w * 1.35)} ${n(py)}H${n(x + w * 1.35)}L${n(x + w * 0.4)} ${n(py + w * 0.5)}zM${n(x - w * 0.9)} ${n(py - 2)}Q${n(x)} ${n(py - w * 0.9)} ${n(x + w * 0.9)} ${n(py - 2)}z`,
        lighten(tone, -0.03),
      );
    stroke(
      canvas,
      `M${n(x - w * 0.86)} ${n(py + (kind === "radio" ? 0 : 8))}h${n(w * 1.72)}`,
      light,
      5,
      0.95,
    );
    canvas.add(
      `<circle cx="${n(x)}" cy="${n(foot - height * 1.1)}" r="4.5" fill="${palette.isDark ? "#ff7a5c" : palette.accent}"/>`,
    );
  }
}

import type { Canvas } from "./canvas";
import { mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n, polygon, wobbleEdge } from "./path";
import type { Random } from "./random";

export type Townhouse = {
  x: number;
  /** The y of its foot. */
  y: number;
  width: number;
  height: number;
  wall: string;
  roof: string;
  form: "gable" | "ridge" | "flat" | "dome";
  palette: LandscapePalette;
  /** The shaded side: 1 right, -1 left. */
  side: 1 | -1;
  hasSnow: boolean;
  random: Random;
};

/** A small crooked house with windows; they are lit when it is dark. */
export function townhouse(canvas: Canvas, house: Townhouse): void {
  const { x, y, width: w, height: h, wall, palette, side, random: r } = house;
  const [left, right, top] = [x - w / 2, x + w / 2, y - h];
  const front = polygon(
    wobbleEdge(
      r,
      [
        [left, y + h * 0.3],
        [left + r.between(-1, 1), top],
        [right + r.between(-1, 1), top],
        [right, y + h * 0.3],
      ],
      40,
      0.9,
    ),
  );
  canvas.path(front, wall);
  const from = side > 0 ? left + w * 0.64 : left;
  canvas.rect(from, top, w * 0.36, h * 1.3, mix(wall, palette.near, 0.26));
  roofOn(canvas, house, left, right, top);
  panes(canvas, house, left, top);
}

function roofOn(
  canvas: Canvas,
  { x, width: w, roof, form, palette, side, hasSnow, wall, random: r }: Townhouse,
  left: number,
  right: number,
  top: number,
): void {
  const lift = w * r.between(0.36, 0.56);
  const over = w * 0.07;
  const snow = mix("#ffffff", palette.haze, 0.12);
  const tone = hasSnow ? snow : roof;
  if (form === "dome") {
    canvas.path(
      `M${n(left + w * 0.06)} ${n(top + 2)}A${n(w * 0.44)} ${n(w * 0.46)} 0 0 1 ${n(right - w * 0.06)} ${n(top + 2)}z`,
      tone,
    );
    const d =
      side > 0
        ? `M${n(x)} ${n(top - w * 0.44)}A${n(w * 0.44)} ${n(w * 0.46)} 0 0 1 ${n(right - w * 0.06)} ${n(top + 2)}H${n(x + w * 0.14)}z`
        : `M${n(x)} ${n(top - w * 0.44)}A${n(w * 0.44)} ${n(w * 0.46)} 0 0 0 ${n(left + w * 0.06)} ${n(top + 2)}H${n(x - w * 0.14)}z`;
    canvas.path(d, mix(tone, palette.near, 0.25));
    return;
  }
  if (form === "flat") {
    canvas.rect(
      left - 2,
      top - w * 0.06,
      w + 4,
      w * 0.11,
      hasSnow ? snow : mix(wall, palette.sun, 0.3),
    );
    return;
  }
  if (form === "ridge") {
    canvas.path(
      `M${n(left - over)} ${n(top + 3)}L${n(left + w * 0.16)} ${n(top - lift * 0.72)}H${n(right - w * 0.16)}L${n(right + over)} ${n(top + 3)}z`,
      tone,
    );
    canvas.path(
      `M${n(left - over)} ${n(top + 3)}H${n(right + over)}l-3 ${n(-w * 0.06)}H${n(left - over + 3)}z`,
      mix(roof, palette.near, 0.35),
    );
  } else {
    canvas.path(
      `M${n(left - over)} ${n(top + 4)}L${n(x)} ${n(top - lift)}L${n(right + over)} ${n(top + 4)}z`,
      tone,
    );
    canvas.path(
      side > 0
        ? `M${n(x)} ${n(top - lift)}L${n(right + over)} ${n(top + 4)}H${n(x + w * 0.16)}z`
        : `M${n(x)} ${n(top - lift)}L${n(left - over)} ${n(top + 4)}H${n(x - w * 0.16)}z`,
      mix(tone, palette.near, 0.28),
    );
  }
  if (r.chance(0.55)) {
    const cx = x + w * r.pick([-0.26, 0.2]);
    canvas.rect(cx, top - lift * 0.95, w * 0.11, lift * 0.6, mix(wall, palette.near, 0.4));
    if (hasSnow) canvas.rect(cx - 1, top - lift * 0.99, w * 0.13, w * 0.05, snow);
  }
}

function panes(
  canvas: Canvas,
  { width: w, height: h, palette, wall, random: r }: Townhouse,
  left: number,
  top: number,
): void {
  const columns = w > 74 ? 3 : 2;
  const rows = Math.max(1, Math.min(4, Math.round(h / (w * 0.42))));
  const glassW = (w / columns) * 0.42;
  const glassH = Math.min(glassW * 1.5, (h / rows) * 0.52);
  let lit = "";
  let dark = "";
  let shutters = "";
  const hasShutters = r.chance(0.4);
  for (let c = 0; c < columns; c += 1) {
    for (let i = 0; i < rows; i += 1) {
      if (r.chance(0.1)) continue;
      const px = left + (w / columns) * (c + 0.5) - glassW / 2;
      const py = top + (h / rows) * (i + 0.3);
      const d = `M${n(px)} ${n(py)}h${n(glassW)}v${n(glassH)}h${n(-glassW)}z`;
      if (palette.isDark && r.chance(0.55)) lit += d;
      else dark += d;
      if (hasShutters)
        shutters += `M${n(px - glassW * 0.42)} ${n(py)}h${n(glassW * 0.36)}v${n(glassH)}h${n(-glassW * 0.36)}zM${n(px + glassW * 1.06)} ${n(py)}h${n(glassW * 0.36)}v${n(glassH)}h${n(-glassW * 0.36)}z`;
    }
  }
  canvas.path(shutters, mix(palette.extra[1] ?? palette.accent, palette.near, 0.25));
  canvas.path(dark, mix(palette.near, wall, palette.isDark ? 0.3 : 0.22));
  canvas.path(lit, palette.accent);
}

/** A church with a pointed or domed bell tower; `size` is the height of the tower. */
export function church(
  canvas: Canvas,
  {
    x,
    y,
    size,
    wall,
    roof,
    palette,
    side,
    isDomed,
    hasSnow,
  }: {
    x: number;
    y: number;
    size: number;
    wall: string;
    roof: string;
    palette: LandscapePalette;
    side: 1 | -1;
    isDomed: boolean;
    hasSnow: boolean;
  },
): void {
  const w = size * 0.24;
  const tone = hasSnow ? mix("#ffffff", palette.haze, 0.12) : roof;
  const nave = x - side * w * 0.3;
  canvas.path(
    `M${n(nave - w * 1.6)} ${n(y + w)}V${n(y - size * 0.34)}L${n(nave - w * 0.6)} ${n(y - size * 0.5)}H${n(nave + w * 1.7)}V${n(y + w)}z`,
    mix(wall, palette.near, 0.14),
  );
  canvas.path(
    `M${n(nave - w * 1.75)} ${n(y - size * 0.32)}L${n(nave - w * 0.65)} ${n(y - size * 0.52)}H${n(nave + w * 1.85)}L${n(nave + w * 1.6)} ${n(y - size * 0.32)}z`,
    tone,
  );
  canvas.rect(x - w / 2, y - size * 0.72, w, size * 0.9, wall);
  canvas.rect(
    side > 0 ? x + w * 0.14 : x - w / 2,
    y - size * 0.72,
    w * 0.36,
    size * 0.9,
    mix(wall, palette.near, 0.28),
  );
  canvas.rect(x - w * 0.58, y - size * 0.74, w * 1.16, size * 0.03, mix(wall, palette.sun, 0.35));
  if (isDomed) {
    canvas.path(
      `M${n(x - w * 0.5)} ${n(y - size * 0.74)}C${n(x - w * 0.78)} ${n(y - size * 0.9)} ${n(x - w * 0.1)} ${n(y - size * 0.92)} ${n(x)} ${n(y - size * 1.02)}C${n(x + w * 0.1)} ${n(y - size * 0.92)} ${n(x + w * 0.78)} ${n(y - size * 0.9)} ${n(x + w * 0.5)} ${n(y - size * 0.74)}z`,
      tone,
    );
  } else {
    canvas.path(
      `M${n(x - w * 0.6)} ${n(y - size * 0.73)}L${n(x)} ${n(y - size * 1.08)}L${n(x + w * 0.6)} ${n(y - size * 0.73)}z`,
      tone,
    );
    canvas.path(
      side > 0
        ? `M${n(x)} ${n(y - size * 1.08)}L${n(x + w * 0.6)} ${n(y - size * 0.73)}H${n(x + w * 0.1)}z`
        : `M${n(x)} ${n(y - size * 1.08)}L${n(x - w * 0.6)} ${n(y - size * 0.73)}H${n(x - w * 0.1)}z`,
      mix(tone, palette.near, 0.3),
    );
  }
  const glass = palette.isDark ? palette.accent : mix(palette.near, wall, 0.2);
  canvas.path(
    `M${n(x - w * 0.15)} ${n(y - size * 0.5)}v${n(-size * 0.1)}a${n(w * 0.15)} ${n(w * 0.15)} 0 0 1 ${n(w * 0.3)} 0v${n(size * 0.1)}z`,
    glass,
  );
  canvas.path(ellipsePath(x, y - size * 0.38, w * 0.2, w * 0.2), mix(palette.sun, wall, 0.3));
  canvas.stroke(
    `M${n(x)} ${n(y - size * 0.38)}v${n(-w * 0.13)}M${n(x)} ${n(y - size * 0.38)}h${n(w * 0.09)}M${n(x)} ${n(y - size * 1.0)}v${n(-size * 0.14)}`,
    mix(palette.near, wall, 0.1),
    Math.max(2, w * 0.04),
  );
}

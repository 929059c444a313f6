import "server-only";

import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n } from "./path";

export type BridgeKind = "suspension" | "arch" | "viaduct" | "moon" | "cable";

/** A bridge across the whole picture; `waterY` is where its piers stand. */
export type Bridge = { palette: LandscapePalette; waterY: number; sunX: number; colour: string };

const DRAW: Record<BridgeKind, (canvas: Canvas, bridge: Bridge) => void> = {
  suspension,
  arch,
  viaduct,
  moon,
  cable,
};

/** Draws the bridge alone, so that it can be drawn again as its own mirror image. */
export function drawBridge(canvas: Canvas, kind: BridgeKind, bridge: Bridge): void {
  DRAW[kind](canvas, bridge);
}

/** Where the lamps of a bridge hang: for their glow and their smears on the water. */
export function lampsOf(
  canvas: Canvas,
  kind: BridgeKind,
  waterY: number,
): ReadonlyArray<readonly [x: number, y: number]> {
  const { width, height } = canvas;
  if (kind === "moon" || kind === "viaduct") return [];
  const count = width > height ? 9 : 5;
  return Array.from({ length: count }, (_, i) => {
    const x = (width * (i + 0.5)) / count;
    return [
      x,
      deckOf(canvas, kind, waterY, x) - height * (kind === "arch" ? 0.075 : 0.032),
    ] as const;
  });
}

function deckOf({ width, height }: Canvas, kind: BridgeKind, waterY: number, x: number): number {
  const u = (x / width - 0.5) * 2;
  if (kind === "arch") return waterY - height * (0.27 - 0.05 * u * u);
  return waterY - height * (0.13 - 0.016 * u * u);
}

function suspension(canvas: Canvas, { palette, waterY, sunX, colour }: Bridge): void {
  const { width, height, short } = canvas;
  const deck = (x: number) => deckOf(canvas, "suspension", waterY, x);
  const towers = width > height ? [0.27, 0.75] : [0.2, 0.82];
  const top = waterY - Math.min(height * 0.52, short * (width > height ? 0.62 : 0.9));
  const w = short * 0.026;
  const shade = mix(colour, palette.near, 0.45);
  const [ax = 0, bx = 0] = towers.map((t) => t * width);
  const span = bx - ax;
  const sag = (x: number) => {
    const from = x < ax ? (x - ax) / (span * 0.62) : x > bx ? (x - bx) / (span * 0.62) : 0;
    if (from !== 0) return top + 14 + (deck(x) - top) * Math.min(1, Math.abs(from)) ** 0.86;
    const u = ((x - ax) / span) * 2 - 1;
    return deck(x) - 26 - (deck(x) - 26 - top - 14) * u * u;
  };
  let cable = "";
  let hangers = "";
  for (let x = -20; x <= width + 20; x += 10) cable += `${x > -20 ? "L" : "M"}${n(x)} ${n(sag(x))}`;
  for (let x = 6; x < width; x += 23)
    if (deck(x) - sag(x) > 6) hangers += `M${n(x)} ${n(sag(x))}V${n(deck(x))}`;
  stroke(canvas, hangers, mix(colour, palette.haze, 0.2), 2, 0.85);
  for (const x of [ax, bx]) {
    const side = sunX < x ? 1 : -1;
    for (const leg of [-1, 1]) {
      const lx = x + leg * w * 1.15;
      canvas.path(
        `M${n(lx - w * 0.55)} ${n(waterY + 4)}L${n(lx - w * 0.38)} ${n(top)}H${n(lx + w * 0.38)}L${n(lx + w * 0.55)} ${n(waterY + 4)}z`,
        leg === side ? shade : colour,
      );
    }
    for (const t of [0.02, 0.24, 0.46])
      canvas.rect(
        x - w * 1.4,
        top + (deck(x) - top) * t,
        w * 2.8,
        w * 0.62,
        mix(colour, palette.near, 0.2),
      );
    canvas.path(
      `M${n(x - w * 2.3)} ${n(waterY + 5)}l${n(w * 0.5)} ${n(-w * 1.5)}h${n(w * 3.6)}l${n(w * 0.5)} ${n(w * 1.5)}z`,
      mix(palette.near, palette.haze, 0.3),
    );
    canvas.add(`<circle cx="${n(x)}" cy="${n(top - 8)}" r="5" fill="${palette.accent}"/>`);
  }
  stroke(canvas, cable, colour, short * 0.0085);
  girder(canvas, deck, colour, palette, short * 0.021);
}

function girder(
  canvas: Canvas,
  deck: (x: number) => number,
  colour: string,
  palette: LandscapePalette,
  thick: number,
): void {
  const { width } = canvas;
  let d = "";
  let back = "";
  let truss = "";
  for (let x = -20; x <= width + 20; x += 20) {
    d += `${x > -20 ? "L" : "M"}${n(x)} ${n(deck(x))}`;
    back = `L${n(x)} ${n(deck(x) + thick)}${back}`;
    truss += `M${n(x)} ${n(deck(x) + thick)}l10 ${n(-thick)}l10 ${n(thick)}`;
  }
  canvas.path(`${d}${back}z`, mix(colour, palette.near, 0.42));
  stroke(canvas, truss, mix(colour, palette.haze, 0.25), 2, 0.5);
  stroke(canvas, d, mix(colour, palette.sun, 0.2), 4);
}

function cable(canvas: Canvas, { palette, waterY, sunX, colour }: Bridge): void {
  const { width, height, short } = canvas;
  const deck = (x: number) => deckOf(canvas, "cable", waterY, x);
  const x = width * 0.4;
  const top = waterY - Math.min(height * 0.58, short * 0.74);
  const side = sunX < x ? 1 : -1;
  let fan = "";
  for (let i = 1; i <= 15; i += 1) {
    const from = top + (deck(x) - top) * (0.06 + 0.02 * i);
    for (const to of [-1, 1]) {
      const px = x + to * short * (0.05 + i * 0.056);
      fan += `M${n(x)} ${n(from)}L${n(px)} ${n(deck(px))}`;
    }
  }
  stroke(canvas, fan, mix(colour, palette.sun, 0.12), 2.4, 0.85);
  const w = short * 0.055;
  const leg = (s: number) =>
    `M${n(x)} ${n(top)}L${n(x + s * w * 1.25)} ${n(waterY + 4)}H${n(x + s * w * 0.72)}L${n(x)} ${n(top + short * 0.16)}z`;
  canvas.path(leg(-side), mix(colour, palette.sun, 0.12));
  canvas.path(leg(side), mix(colour, palette.near, 0.42));
  canvas.path(
    `M${n(x - 7)} ${n(top - short * 0.06)}h14L${n(x + 16)} ${n(top + short * 0.17)}h-32z`,
    colour,
  );
  canvas.path(
    `M${n(x - w * 2)} ${n(waterY + 5)}l${n(w * 0.3)} ${n(-w * 0.55)}h${n(w * 3.4)}l${n(w * 0.3)} ${n(w * 0.55)}z`,
    mix(palette.near, palette.haze, 0.3),
  );
  for (const t of width > height ? [0.08, 0.72, 0.93] : [0.92])
    canvas.path(
      `M${n(width * t - 13)} ${n(waterY + 4)}V${n(deck(width * t))}h26V${n(waterY + 4)}z`,
      mix(colour, palette.near, 0.5),
    );
  girder(canvas, deck, colour, palette, short * 0.02);
  canvas.add(
    `<circle cx="${n(x)}" cy="${n(top - short * 0.065)}" r="5.5" fill="${palette.accent}"/>`,
  );
}

function arch(canvas: Canvas, { palette, waterY, sunX, colour }: Bridge): void {
  const { width, height } = canvas;
  const deck = (x: number) => deckOf(canvas, "arch", waterY, x);
  const count = width > height ? 3 : 2;
  const bay = (width * 1.06) / count;
  const left = -width * 0.03;
  let body = "M-20 ";
  for (let x = -20; x <= width + 20; x += 20)
    body += x > -20 ? `L${n(x)} ${n(deck(x))}` : `${n(deck(x))}`;
  body += `V${n(waterY + 6)}H-20z`;
  let holes = "";
  let rims = "";
  let depth = "";
  for (let i = 0; i < count; i += 1) {
    const cx = left + bay * (i + 0.5);
    const rx = bay * 0.395;
    const ry = Math.min(waterY - deck(cx) - height * 0.045, rx * 1.1);
    const shape = (k: number, dx = 0) =>
      `M${n(cx - rx * k + dx)} ${n(waterY + 8)}V${n(waterY)}A${n(rx * k)} ${n(ry * k)} 0 0 1 ${n(cx + rx * k + dx)} ${n(waterY)}V${n(waterY + 8)}z`;
    holes += shape(1);
    rims += shape(1.085);
    depth += shape(1) + shape(0.99, sunX < cx ? -bay * 0.05 : bay * 0.05);
  }
  canvas.path(
    body + holes,
    canvas.linear([
      [0, lighten(colour, 0.05)],
      [1, mix(colour, palette.near, 0.34)],
    ]),
    { "fill-rule": "evenodd" },
  );
  canvas.path(rims + holes, mix(colour, palette.sun, 0.22), { "fill-rule": "evenodd" });
  canvas.path(depth, mix(palette.near, colour, 0.26), {
    "fill-rule": "evenodd",
    "clip-path": canvas.clip(holes),
  });
  stones(canvas, deck, colour, palette);
  let piers = "";
  for (let i = 0; i <= count; i += 1) {
    const x = left + bay * i;
    piers += `M${n(x - bay * 0.075)} ${n(waterY + 6)}L${n(x - bay * 0.05)} ${n(waterY - height * 0.1)}L${n(x)} ${n(waterY - height * 0.135)}L${n(x + bay * 0.05)} ${n(waterY - height * 0.1)}L${n(x + bay * 0.075)} ${n(waterY + 6)}z`;
  }
  canvas.path(piers, mix(colour, palette.near, 0.16));
  parapet(canvas, deck, colour, palette);
}

function stones(
  canvas: Canvas,
  deck: (x: number) => number,
  colour: string,
  palette: LandscapePalette,
): void {
  let courses = "";
  for (let row = 1; row < 3; row += 1) {
    for (let x = -10; x < canvas.width; x += 46)
      courses += `M${n(x + (row % 2) * 23)} ${n(deck(x) + row * 15)}h38`;
  }
  stroke(canvas, courses, mix(colour, palette.near, 0.4), 2, 0.5);
}

function parapet(
  canvas: Canvas,
  deck: (x: number) => number,
  colour: string,
  palette: LandscapePalette,
): void {
  const { width, height } = canvas;
  const tall = height * 0.024;
  let d = "";
  let back = "";
  let posts = "";
  for (let x = -20; x <= width + 20; x += 20) {
    d += `${x > -20 ? "L" : "M"}${n(x)} ${n(deck(x) - tall)}`;
    back = `L${n(x)} ${n(deck(x) + 7)}${back}`;
    posts += `M${n(x)} ${n(deck(x) - tall * 0.72)}v${n(tall * 0.6)}`;
  }
  canvas.path(`${d}${back}z`, lighten(mix(colour, palette.sun, 0.14), 0.01));
  stroke(canvas, posts, mix(colour, palette.near, 0.45), 5, 0.6);
  stroke(canvas, d, mix(colour, palette.sun, 0.4), 6);
}

function viaduct(canvas: Canvas, { palette, waterY, sunX, colour }: Bridge): void {
  const { width, height, short } = canvas;
  const deckY = waterY - Math.min(height * 0.36, short * 0.5);
  const bay = short * 0.17;
  const side = sunX < width / 2 ? 1 : -1;
  const first = -bay * 0.4;
  let body = `M-20 ${n(deckY)}H${n(width + 20)}V${n(waterY + 60)}H-20z`;
  let soffit = "";
  for (let x = first; x < width + bay; x += bay) {
    const rx = bay * 0.36;
    const cx = x + bay / 2;
    const arcY = deckY + bay * 0.2 + rx;
    const hole = (dx: number) =>
      `M${n(cx - rx + dx)} ${n(waterY + 70)}V${n(arcY)}A${n(rx)} ${n(rx)} 0 0 1 ${n(cx + rx + dx)} ${n(arcY)}V${n(waterY + 70)}z`;
    body += hole(0);
    soffit += hole(0) + hole(side * -bay * 0.07);
  }
  canvas.path(
    body,
    canvas.linear([
      [0, lighten(colour, 0.04)],
      [0.6, mix(colour, palette.near, 0.12)],
      [1, mix(colour, palette.haze, 0.5)],
    ]),
    { "fill-rule": "evenodd" },
  );
  canvas.group({ "clip-path": canvas.clip(body.replace(/^M[^z]*z/, "")) }, () =>
    canvas.path(soffit, mix(palette.near, colour, 0.4), { "fill-rule": "evenodd" }),
  );
  let courses = "";
  const r = canvas.random("courses");
  for (let x = first; x < width + bay; x += bay)
    for (let y = deckY + bay * 0.5; y < waterY; y += bay * 0.17)
      courses += `M${n(x - bay * 0.09 + r.between(-3, 3))} ${n(y)}h${n(bay * 0.12)}`;
  stroke(canvas, courses, mix(colour, palette.near, 0.4), 2, 0.45);
  canvas.rect(
    -20,
    deckY - short * 0.012,
    width + 40,
    short * 0.024,
    mix(colour, palette.sun, 0.25),
  );
  canvas.rect(
    -20,
    deckY + short * 0.012,
    width + 40,
    short * 0.009,
    mix(colour, palette.near, 0.4),
  );
}

/** A steam train on the deck of a viaduct, running to the right. */
export function train(
  canvas: Canvas,
  {
    palette,
    deckY,
    x,
    size,
  }: { palette: LandscapePalette; deckY: number; x: number; size: number },
): void {
  const dark = mix(palette.near, palette.sky[1], 0.08);
  const red = mix(palette.accent, palette.near, palette.isDark ? 0.3 : 0.1);
  const y = deckY;
  const glass = palette.isDark
    ? mix(palette.accent, palette.sun, 0.4)
    : mix(palette.sun, palette.sky[0], 0.3);
  for (let car = 0; car < 4; car += 1) {
    const cx = x - size * (1.36 + car * 1.3);
    canvas.path(
      `M${n(cx)} ${n(y - size * 0.1)}v${n(-size * 0.46)}q0 ${n(-size * 0.08)} ${n(size * 0.1)} ${n(-size * 0.08)}h${n(size * 1.02)}q${n(size * 0.1)} 0 ${n(size * 0.1)} ${n(size * 0.08)}v${n(size * 0.46)}z`,
      car % 2 ? lighten(red, -0.03) : red,
    );
    let windows = "";
    for (let i = 0; i < 5; i += 1)
      windows += `M${n(cx + size * (0.1 + i * 0.21))} ${n(y - size * 0.5)}h${n(size * 0.14)}v${n(size * 0.18)}h${n(-size * 0.14)}z`;
    canvas.path(windows, glass);
    canvas.rect(cx, y - size * 0.64, size * 1.22, size * 0.07, dark);
    canvas.path(
      ellipsePath(cx + size * 0.24, y - size * 0.07, size * 0.09, size * 0.09) +
        ellipsePath(cx + size * 0.96, y - size * 0.07, size * 0.09, size * 0.09),
      dark,
    );
  }
  canvas.path(
    `M${n(x)} ${n(y - size * 0.1)}v${n(-size * 0.72)}h${n(size * 0.42)}v${n(size * 0.24)}h${n(size * 0.72)}q${n(size * 0.14)} 0 ${n(size * 0.14)} ${n(size * 0.14)}v${n(size * 0.34)}z`,
    dark,
  );
  canvas.path(
    `M${n(x - size * 0.06)} ${n(y - size * 0.8)}h${n(size * 0.54)}v${n(-size * 0.08)}h${n(-size * 0.54)}z`,
    red,
  );
  canvas.path(
    `M${n(x + size * 0.98)} ${n(y - size * 0.56)}l${n(-size * 0.03)} ${n(-size * 0.3)}h${n(size * 0.2)}l${n(-size * 0.03)} ${n(size * 0.3)}z`,
    dark,
  );
  canvas.rect(x + size * 0.1, y - size * 0.7, size * 0.18, size * 0.2, glass);
  let wheels = "";
  for (const wx of [0.16, 0.44, 0.72, 1.06])
    wheels += ellipsePath(x + size * wx, y - size * 0.12, size * 0.13, size * 0.13);
  canvas.path(wheels, dark);
  stroke(
    canvas,
    `M${n(x + size * 0.16)} ${n(y - size * 0.12)}h${n(size * 0.6)}`,
    red,
    size * 0.045,
  );
  const r = canvas.random("smoke");
  for (let i = 0; i < 16; i += 1) {
    const t = i / 15;
    const radius = size * (0.13 + 0.5 * t);
    canvas.path(
      ellipsePath(
        x + size * (1.04 - 4.4 * t) + r.between(-8, 8),
        y - size * (1.0 + 0.85 * t ** 0.7) + r.between(-6, 6),
        radius * 1.2,
        radius * 0.8,
      ),
      mix(palette.sun, palette.haze, 0.3 + 0.4 * t),
      { "fill-opacity": (0.62 * (1 - t) + 0.06).toFixed(2) },
    );
  }
}

function moon(canvas: Canvas, { palette, waterY, colour }: Bridge): void {
  const { width, height, short } = canvas;
  const half = Math.min(width * 0.4, short * 0.62);
  const cx = width * 0.5;
  const rise = Math.min(half * 0.62, height * 0.3);
  const at = (u: number, lift = 0): readonly [number, number] => [
    cx + u * half,
    waterY - 6 - rise * (1 - u * u) - lift,
  ];
  const band = (low: number, high: number, from = -1, to = 1) => {
    let d = "";
    let back = "";
    for (let i = 0; i <= 30; i += 1) {
      const u = from + ((to - from) * i) / 30;
      const [px, py] = at(u);
      d += `${i ? "L" : "M"}${n(px)} ${n(py - high)}`;
      back = `L${n(px)} ${n(py - low)}${back}`;
    }
    return `${d}${back}z`;
  };
  const rail = short * 0.11;
  const dark = mix(colour, palette.near, 0.5);
  canvas.path(band(-short * 0.034, short * 0.004), dark);
  for (const u of [-0.62, 0.62]) {
    const [px, py] = at(u);
    canvas.rect(px - 9, py, 18, waterY - py + 6, dark);
  }
  let posts = "";
  let bars = "";
  for (let i = 0; i <= 12; i += 1) {
    const [px, py] = at(-1 + i / 6);
    posts += `M${n(px - 7)} ${n(py + 8)}V${n(py - rail * 1.18)}h14V${n(py + 8)}z`;
    if (i < 12) {
      const [qx, qy] = at(-1 + (i + 0.5) / 6);
      bars += `M${n(qx)} ${n(qy)}v${n(-rail * 0.5)}`;
    }
  }
  canvas.path(band(rail * 0.5, rail * 0.58), lighten(colour, -0.03));
  stroke(canvas, bars, mix(colour, palette.near, 0.2), 6);
  canvas.path(posts, colour);
  canvas.path(band(rail * 0.94, rail * 1.06), lighten(colour, 0.04));
  canvas.path(band(-short * 0.008, short * 0.012), mix(colour, palette.sun, 0.25));
  for (let i = 0; i <= 12; i += 3) {
    const [px, py] = at(-1 + i / 6);
    canvas.path(
      `M${n(px - 10)} ${n(py - rail * 1.18)}h20l-5 -16h-10z`,
      mix(palette.near, colour, 0.25),
    );
  }
}

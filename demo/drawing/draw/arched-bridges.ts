import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { n } from "./path";

export type BridgeKind = "suspension" | "arch" | "viaduct" | "moon" | "cable";

/** A bridge across the whole picture; `waterY` is where its piers stand. */
export type Bridge = { palette: LandscapePalette; waterY: number; sunX: number; colour: string };

export function deckOf(
  { width, height }: Canvas,
  kind: BridgeKind,
  waterY: number,
  x: number,
): number {
  const u = (x / width - 0.5) * 2;
  if (kind === "arch") return waterY - height * (0.27 - 0.05 * u * u);
  return waterY - height * (0.13 - 0.016 * u * u);
}

export function arch(canvas: Canvas, { palette, waterY, sunX, colour }: Bridge): void {
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

export function viaduct(canvas: Canvas, { palette, waterY, sunX, colour }: Bridge): void {
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

export function moon(canvas: Canvas, { palette, waterY, colour }: Bridge): void {
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

import { arch, type Bridge, type BridgeKind, deckOf, moon, viaduct } from "./arched-bridges";
import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { n } from "./path";

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

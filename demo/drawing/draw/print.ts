import type { Canvas } from "./canvas";
import { lightness, mix } from "./colour";
import type { PrintPaletteName } from "./palettes";
import { n } from "./path";
import type { Random } from "./random";

/** `count` colours evenly spaced along `stops`, mixed in OKLab; the ends are the ends. */
export function ramp(stops: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const at = count < 2 ? 0 : (i / (count - 1)) * (stops.length - 1);
    const left = Math.min(Math.floor(at), stops.length - 2);
    return mix(stops[left] ?? "#888888", stops[left + 1] ?? stops[left] ?? "#888888", at - left);
  });
}

/** The colours from dark to light. */
export function byLightness(colours: readonly string[]): string[] {
  return [...colours].sort((a, b) => lightness(a) - lightness(b));
}

/** The colours that stand out from `ground`; all of them if none does. */
export function contrasting(colours: readonly string[], ground: string, least = 0.14): string[] {
  const far = colours.filter((c) => Math.abs(lightness(c) - lightness(ground)) >= least);
  return far.length > 0 ? far : [...colours];
}

/** The entry at `index`, counted round and round; `items` must not be empty. */
export function at<T>(items: readonly T[], index: number): T {
  return items[((index % items.length) + items.length) % items.length] as T;
}

export type Placed = { x: number; y: number; radius: number };

/**
 * Places circles that keep `gap` between each other, the biggest first; a circle that finds no room
 * in `tries` attempts is given up. `bleed` lets centres lie that far outside the picture.
 */
export function scatter(
  r: Random,
  area: { width: number; height: number; radii: readonly number[]; gap: number; bleed?: number },
  taken: readonly Placed[] = [],
  tries = 70,
): Placed[] {
  const bleed = area.bleed ?? 0;
  const placed: Placed[] = [];
  for (const radius of [...area.radii].sort((a, b) => b - a)) {
    for (let i = 0; i < tries; i += 1) {
      const x = r.between(-bleed, area.width + bleed);
      const y = r.between(-bleed, area.height + bleed);
      const isFree = (other: Placed) =>
        Math.hypot(other.x - x, other.y - y) >= other.radius + radius + area.gap;
      if (placed.every(isFree) && taken.every(isFree)) {
        placed.push({ x, y, radius });
        break;
      }
    }
  }
  return placed;
}

/** A transform that turns (degrees), scales and then moves a shape drawn around 0, 0. */
export function place(x: number, y: number, turn = 0, scale = 1, scaleY = scale): string {
  const size = `scale(${scale.toFixed(3)} ${scaleY.toFixed(3)})`;
  return `translate(${n(x)} ${n(y)}) rotate(${n(turn)}) ${size}`;
}

/** A soft shadow of a shape that is itself moved by `transform`; falls the same way for every turn. */
export function castShadow(
  canvas: Canvas,
  d: string,
  transform: string,
  shadow: { dx: number; dy: number; alpha?: number; steps?: number },
): void {
  const steps = shadow.steps ?? 5;
  const alpha = (((shadow.alpha ?? 0.28) / steps) * 1.3).toFixed(3);
  for (let i = 1; i <= steps; i += 1) {
    const moved = `translate(${n((shadow.dx * i) / steps)} ${n((shadow.dy * i) / steps)})`;
    canvas.add(
      `<path d="${d}" transform="${moved} ${transform}" fill="#150c18" fill-opacity="${alpha}"/>`,
    );
  }
}

/** A circle as a path; always drawn in the same direction. */
export function circle(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0z`;
}

/** A point at `radius` and `angle` (radians, clockwise from the right). */
export function polar(x: number, y: number, radius: number, angle: number): [number, number] {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

/** A stroked line without fill. */
export function line(d: string, colour: string, widthPx: number, alpha = 1): string {
  const opacity = alpha < 1 ? ` stroke-opacity="${alpha}"` : "";
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(widthPx)}"${opacity} stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** A petal from the middle outwards: length and width in units, pointing at `angle` (radians). */
export function petal(x: number, y: number, length: number, width: number, angle: number): string {
  const [tipX, tipY] = polar(x, y, length, angle);
  const side = (turn: number, far: number) => polar(x, y, far * length, angle + turn);
  const spread = Math.atan2(width / 2, length * 0.5);
  const [aX, aY] = side(-spread * 1.2, 0.45);
  const [bX, bY] = side(-spread * 0.9, 0.95);
  const [cX, cY] = side(spread * 0.9, 0.95);
  const [dX, dY] = side(spread * 1.2, 0.45);
  return `M${n(x)} ${n(y)}C${n(aX)} ${n(aY)} ${n(bX)} ${n(bY)} ${n(tipX)} ${n(tipY)}C${n(cX)} ${n(cY)} ${n(dX)} ${n(dY)} ${n(x)} ${n(y)}z`;
}

/** "an orange", "a red". */
export function aOrAn(words: string): string {
  return `${/^[aeiou]/i.test(words) ? "an" : "a"} ${words}`;
}

/** How a title says the two main colours of a print palette, and plain words to search it by. */
export const PRINT_WORDS: Record<PrintPaletteName, { title: string; keywords: readonly string[] }> =
  {
    bauhaus: { title: "red, yellow and blue", keywords: ["red", "yellow", "blue", "black"] },
    riviera: { title: "teal and coral", keywords: ["teal", "coral", "blue", "orange", "yellow"] },
    clay: { title: "terracotta and sage", keywords: ["terracotta", "brown", "green", "beige"] },
    plum: { title: "plum and apricot", keywords: ["plum", "purple", "pink", "apricot"] },
    forest: { title: "leaf green and rust", keywords: ["green", "rust", "orange", "yellow"] },
    nordic: { title: "slate blue and ochre", keywords: ["blue", "grey", "ochre", "red"] },
    candy: { title: "violet and pink", keywords: ["violet", "pink", "orange", "turquoise"] },
    indigo: { title: "indigo and red", keywords: ["indigo", "blue", "red", "white"] },
  };

/** Where a drawing of -100 to 100 goes to fill the middle of a cut-out. */
export function centred(canvas: Canvas, turn = 0, share = 0.9, scale = canvas.short / 200): string {
  return place(canvas.width / 2, canvas.height / 2, turn, scale * share);
}

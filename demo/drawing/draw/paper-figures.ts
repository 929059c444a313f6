import { line, place } from "./print";
import type { Random } from "./random";

/** A standing stag in one colour, facing left; hooves at `y`, about `height` units to the withers. */
export function stag(x: number, y: number, height: number, colour: string, turned = false): string {
  const body =
    "M9 37L19 27Q23 24 27 25L36 19L32 29Q36 41 46 49Q60 53 77 50Q87 51 90 60L94 70L88 67Q88 79 84 87L87 101L85 121L80 121L81 103L74 88Q71 81 68 77Q57 82 46 79L44 97L44 121L39 121L38 97L33 77Q26 66 25 52L22 43L12 42Z";
  const farLegs =
    "M49 77L53 98L51 121L47 121L47 99L42 78ZM72 76L76 90L72 105L73 121L68 121L67 104L66 84Z";
  const antlers =
    line("M25 25Q17 8 26-10M21 13Q14 10 11 1M21 4Q31 0 33-8", colour, 2.8) +
    line("M28 25Q36 10 52 5Q61 1 61-9M38 13Q39 4 36-2M50 6Q56 8 62 5", colour, 2.8);
  const scale = height / 72;
  const mirror = turned ? -scale : scale;
  return `<g transform="${place(x - (turned ? -50 : 50) * scale, y - 120 * scale, 0, mirror, scale)}"><path d="${body}" fill="${colour}"/><path d="${farLegs}" fill="${colour}"/>${antlers}</g>`;
}

/** A small boat with two sails; the waterline at `y`, `height` units to the top of the mast. */
export function paperBoat(
  x: number,
  y: number,
  height: number,
  colours: { hull: string; sail: string; shade: string },
): string {
  const k = height / 100;
  return (
    `<g transform="${place(x, y, 0, k)}">` +
    `<path d="M-44-12Q0-5 50-15Q44 9 28 12L-26 12Q-40 6-44-12Z" fill="${colours.hull}"/>` +
    `<path d="M-1-15L0-100Q34-62 40-22Q20-14-1-15Z" fill="${colours.sail}"/>` +
    `<path d="M-6-15L-5-86Q-30-50-36-20Q-20-14-6-15Z" fill="${colours.shade}"/>` +
    `<path d="M-4-100H-1V-12H-4Z" fill="${colours.hull}"/></g>`
  );
}

/** A row of cut-out firs as one path; `ground` gives the foot of each tree. */
export function firs(
  r: Random,
  trees: { from: number; to: number; count: number; height: number },
  ground: (x: number) => number,
): string {
  let d = "";
  for (let i = 0; i < trees.count; i += 1) {
    const share = trees.count < 2 ? 0.5 : i / (trees.count - 1);
    const x = trees.from + (trees.to - trees.from) * share + r.between(-6, 6);
    const h = trees.height * r.between(0.7, 1.15);
    const w = h * 0.22;
    const y = ground(x) + h * 0.06;
    d += `M${x.toFixed(1)} ${(y - h).toFixed(1)}`;
    for (let k = 1; k <= 3; k += 1) {
      const low = y - h + (h * 0.86 * k) / 3;
      const out = (w * (k + 0.6)) / 3.2;
      d += `L${(x + out).toFixed(1)} ${low.toFixed(1)}L${(x + out * 0.45).toFixed(1)} ${(low - h * 0.015).toFixed(1)}`;
    }
    d += `L${(x + w * 0.14).toFixed(1)} ${y.toFixed(1)}L${(x - w * 0.14).toFixed(1)} ${y.toFixed(1)}`;
    for (let k = 3; k >= 1; k -= 1) {
      const low = y - h + (h * 0.86 * k) / 3;
      const out = (w * (k + 0.6)) / 3.2;
      d += `L${(x - out * 0.45).toFixed(1)} ${(low - h * 0.015).toFixed(1)}L${(x - out).toFixed(1)} ${low.toFixed(1)}`;
    }
    d += "z";
  }
  return d;
}

/** A crescent moon as a path, open to the upper right. */
export function crescent(x: number, y: number, r: number): string {
  const a = r * 0.94;
  return `M${(x + r * 0.34).toFixed(1)} ${(y - a).toFixed(1)}A${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(x + a).toFixed(1)} ${(y + r * 0.34).toFixed(1)}A${(r * 0.8).toFixed(1)} ${(r * 0.8).toFixed(1)} 0 1 1 ${(x + r * 0.34).toFixed(1)} ${(y - a).toFixed(1)}z`;
}

/** A star with four points. */
export function sparkle(x: number, y: number, r: number): string {
  const i = r * 0.2;
  const p = (dx: number, dy: number) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
  return `M${p(0, -r)}Q${p(i * 0.6, -i * 0.6)} ${p(r * 0.8, 0)}Q${p(i * 0.6, i * 0.6)} ${p(0, r)}Q${p(-i * 0.6, i * 0.6)} ${p(-r * 0.8, 0)}Q${p(-i * 0.6, -i * 0.6)} ${p(0, -r)}z`;
}

import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { stroke } from "./leaves";
import { blob, ellipsePath, n, type Point, smoothClosed } from "./path";
import type { Random } from "./random";

export type KoiBreed = "kohaku" | "ogon" | "showa" | "goshiki";

/** The body and the patches of each breed of carp. */
export const KOI: Record<
  KoiBreed,
  { body: string; patch: string; spots: string | undefined; word: string }
> = {
  kohaku: { body: "#f6efe4", patch: "#dd4a2a", spots: undefined, word: "red and white" },
  ogon: { body: "#edb04a", patch: "#f6cf7c", spots: undefined, word: "golden" },
  showa: { body: "#f3ebdf", patch: "#d8502c", spots: "#25222c", word: "spotted" },
  goshiki: { body: "#e7e3dc", patch: "#5f7890", spots: "#2d3a4a", word: "blue and white" },
};

/** A fish from above: `x`, `y` the middle of its back, `turn` its heading in radians. */
export type Koi = {
  x: number;
  y: number;
  length: number;
  turn: number;
  curve: number;
  breed: KoiBreed;
  random: Random;
};

type Spine = { at(t: number): readonly [x: number, y: number, heading: number] };

function spineOf({ x, y, length, turn, curve }: Koi): Spine {
  return {
    at: (t) => {
      const u = t - 0.45;
      const bend = curve * u * 1.9;
      const heading = turn + bend * 1.6;
      const along = -u * length;
      const sway =
        curve * length * 0.36 * u * u * (u > 0 ? 1.5 : 0.6) +
        Math.sin(t * 5.4) * curve * length * 0.03;
      const cos = Math.cos(turn);
      const sin = Math.sin(turn);
      return [x + along * cos - sway * sin, y + along * sin + sway * cos, heading];
    },
  };
}

/** Half the width of the body at `t` from the nose (0) to the tail (1), as a share of the length. */
const girth = (t: number) =>
  0.128 * Math.min(1, (t / 0.2) ** 0.55) * (t < 0.32 ? 1 : 1 - 0.84 * ((t - 0.32) / 0.68) ** 1.25);

function outline(fish: Koi, k = 1): Point[] {
  const spine = spineOf(fish);
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i <= 16; i += 1) {
    const t = 0.005 + (i / 16) * 0.9;
    const [px, py, h] = spine.at(t);
    const half = girth(t) * fish.length * k;
    left.push([px - Math.sin(h) * half, py + Math.cos(h) * half]);
    right.unshift([px + Math.sin(h) * half, py - Math.cos(h) * half]);
  }
  return [...left, ...right];
}

function tail(fish: Koi): string {
  const { length } = fish;
  const [tx, ty, h] = spineOf(fish).at(0.88);
  const back = h + Math.PI + fish.curve * 0.5;
  const tip = (off: number, k: number) =>
    `${n(tx + Math.cos(back + off) * length * k)} ${n(ty + Math.sin(back + off) * length * k)}`;
  return `M${n(tx)} ${n(ty)}C${tip(-0.7, 0.1)} ${tip(-0.62, 0.2)} ${tip(-0.5, 0.3)}Q${tip(-0.2, 0.19)} ${tip(0, 0.16)}Q${tip(0.2, 0.19)} ${tip(0.5, 0.3)}C${tip(0.62, 0.2)} ${tip(0.7, 0.1)} ${n(tx)} ${n(ty)}z`;
}

function fins(fish: Koi): string {
  const spine = spineOf(fish);
  const { length } = fish;
  let d = "";
  for (const [t, size, lean] of [
    [0.27, 0.17, 0.8],
    [0.58, 0.1, 0.6],
  ] as const) {
    for (const side of [-1, 1]) {
      const [px, py, h] = spine.at(t);
      const half = girth(t) * length * 0.8;
      const [bx, by] = [px - Math.sin(h) * half * side, py + Math.cos(h) * half * side];
      const out = h + Math.PI - side * lean;
      const tip = (off: number, k: number) =>
        `${n(bx + Math.cos(out + off) * length * size * k)} ${n(by + Math.sin(out + off) * length * size * k)}`;
      d += `M${n(bx)} ${n(by)}C${tip(-side * 0.75, 0.5)} ${tip(-side * 0.5, 1)} ${tip(-side * 0.15, 1.08)}C${tip(side * 0.3, 1)} ${tip(side * 0.6, 0.6)} ${n(bx)} ${n(by)}z`;
    }
  }
  return d;
}

/** The shadow of a fish on the ground of the pond. */
export function koiShadow(canvas: Canvas, fish: Koi, dx: number, dy: number, colour: string): void {
  const d = smoothClosed(outline(fish));
  canvas.group({ transform: `translate(${n(dx)} ${n(dy)})` }, () => {
    canvas.path(d + tail(fish), colour, { "fill-opacity": 0.26 });
    canvas.path(smoothClosed(outline(fish, 0.7)), colour, { "fill-opacity": 0.2 });
  });
}

/** The fish itself: fins, tail, body, patches clipped to the body, head and eyes. */
export function koi(canvas: Canvas, fish: Koi, water: string): void {
  const { length, breed, random: r } = fish;
  const { body, patch, spots } = KOI[breed];
  const spine = spineOf(fish);
  const d = smoothClosed(outline(fish));
  const veil = mix(body, breed === "ogon" ? body : patch, 0.12);
  canvas.path(tail(fish) + fins(fish), veil, { "fill-opacity": 0.72 });
  const [tx, ty, th] = spine.at(0.88);
  let rays = "";
  for (const off of [-0.42, -0.25, 0.25, 0.42])
    rays += `M${n(tx)} ${n(ty)}L${n(tx + Math.cos(th + Math.PI + fish.curve * 0.5 + off) * length * 0.23)} ${n(ty + Math.sin(th + Math.PI + fish.curve * 0.5 + off) * length * 0.23)}`;
  stroke(canvas, rays, mix(body, water, 0.4), Math.max(1.5, length * 0.006), 0.7);
  canvas.path(d, body);
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    canvas.group({ transform: `translate(${n(-length * 0.02)} ${n(length * 0.035)})` }, () =>
      canvas.path(smoothClosed(outline(fish, 0.5)), lighten(body, 0.03), { "fill-opacity": 0.8 }),
    );
    let patches = "";
    const places =
      breed === "ogon"
        ? [[0.5, 0, 0.1]]
        : [
            [0.08, 0.2, 0.1],
            [0.34, -0.25, 0.15],
            [0.55, 0.3, 0.11],
            [0.74, -0.1, 0.09],
          ];
    for (const [t = 0, across = 0, size = 0] of places) {
      const [px, py, h] = spine.at(t + r.between(-0.03, 0.03));
      const half = girth(t) * length * across;
      patches += blob(
        r,
        px - Math.sin(h) * half,
        py + Math.cos(h) * half,
        length * size * 0.92,
        length * size * 0.7,
        0.22,
        11,
      );
    }
    canvas.path(patches, patch);
    if (spots) {
      let dots = "";
      for (let i = 0; i < 7; i += 1) {
        const t = r.between(0.06, 0.85);
        const [px, py, h] = spine.at(t);
        const half = girth(t) * length * r.between(-0.9, 0.9);
        dots += blob(
          r,
          px - Math.sin(h) * half,
          py + Math.cos(h) * half,
          length * r.between(0.018, 0.05),
          length * r.between(0.015, 0.036),
          0.25,
          8,
        );
      }
      canvas.path(dots, spots);
    }
    const edge = smoothClosed(outline(fish));
    stroke(canvas, edge, mix(water, body, 0.25), length * 0.045, 0.3);
    scales(canvas, fish, spine, mix(body, "#6b4a3a", 0.4));
  });
  fin(canvas, spine, length, body);
  for (const side of [-1, 1]) {
    const [px, py, h] = spine.at(0.075);
    const half = girth(0.075) * length * 0.78;
    canvas.path(
      ellipsePath(
        px - Math.sin(h) * half * side,
        py + Math.cos(h) * half * side,
        length * 0.013,
        length * 0.013,
      ),
      "#1d1a22",
    );
    const [bx, by] = spine.at(0.015);
    stroke(
      canvas,
      `M${n(bx)} ${n(by)}q${n(Math.cos(h + side * 0.9) * length * 0.03)} ${n(Math.sin(h + side * 0.9) * length * 0.03)} ${n(Math.cos(h + side * 1.2) * length * 0.05)} ${n(Math.sin(h + side * 1.2) * length * 0.05)}`,
      body,
      Math.max(1.6, length * 0.007),
    );
  }
}

function scales(canvas: Canvas, { length }: Koi, spine: Spine, colour: string): void {
  let d = "";
  for (let i = 0; i < 9; i += 1) {
    const t = 0.27 + i * 0.062;
    const [px, py, h] = spine.at(t);
    const reach = girth(t) * length;
    for (let k = -2; k <= 2; k += 1) {
      const off = ((k + (i % 2) * 0.5) / 2.6) * reach;
      const [cx, cy] = [px - Math.sin(h) * off, py + Math.cos(h) * off];
      const s = length * 0.018;
      d += `M${n(cx - Math.sin(h) * s)} ${n(cy + Math.cos(h) * s)}Q${n(cx - Math.cos(h) * s * 1.3)} ${n(cy - Math.sin(h) * s * 1.3)} ${n(cx + Math.sin(h) * s)} ${n(cy - Math.cos(h) * s)}`;
    }
  }
  stroke(canvas, d, colour, Math.max(1, length * 0.0035), 0.4);
}

/** The fin on the back: a thin lens along the spine. */
function fin(canvas: Canvas, spine: Spine, length: number, body: string): void {
  const [ax, ay] = spine.at(0.36);
  const [mx, my, h] = spine.at(0.52);
  const [bx, by] = spine.at(0.68);
  const bow = length * 0.026;
  canvas.path(
    `M${n(ax)} ${n(ay)}Q${n(mx - Math.sin(h) * bow)} ${n(my + Math.cos(h) * bow)} ${n(bx)} ${n(by)}Q${n(mx + Math.sin(h) * bow * 0.3)} ${n(my - Math.cos(h) * bow * 0.3)} ${n(ax)} ${n(ay)}z`,
    mix(body, "#8a6a58", 0.28),
    { "fill-opacity": 0.75 },
  );
}

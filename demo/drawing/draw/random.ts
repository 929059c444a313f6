/** A seeded stream of numbers. The same seed gives the same stream on every machine. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  between(min: number, max: number): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with the given probability. */
  chance(p: number): boolean;
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
};

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * A stream of its own for one part of one picture (`random(id + "/sky")`), so that a change to one
 * part does not move the others. The generator is mulberry32 over an FNV-1a hash of the seed.
 */
export function random(seed: string): Random {
  let state = fnv1a(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  next();
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    between: (min, max) => min + next() * (max - min),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("pick() needs at least one item");
      return item;
    },
    chance: (p) => next() < p,
    shuffle: (items) => {
      const copy = [...items];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = integer(0, i);
        const [a, b] = [copy[i], copy[j]];
        if (a !== undefined && b !== undefined) {
          copy[i] = b;
          copy[j] = a;
        }
      }
      return copy;
    },
  };
}

/** One-dimensional value noise from -1 to 1, smooth, with one knot per unit of x. */
export function noise(seed: string): (x: number) => number {
  const r = random(seed);
  const knots = Float64Array.from({ length: 256 }, () => r.next() * 2 - 1);
  return (x) => {
    const cell = Math.floor(x);
    const f = x - cell;
    const a = knots[cell & 255] ?? 0;
    const b = knots[(cell + 1) & 255] ?? 0;
    return a + (b - a) * f * f * (3 - 2 * f);
  };
}

/** Octaves of value noise added up, each twice as fine and half as strong; -1 to 1. */
export function fbm(seed: string, octaves = 5): (x: number) => number {
  const layers = Array.from({ length: octaves }, (_, i) => noise(`${seed}/${i}`));
  let total = 0;
  for (let i = 0; i < octaves; i++) total += 0.5 ** i;
  return (x) => {
    let sum = 0;
    for (const [i, layer] of layers.entries()) sum += layer(x * 2 ** i + i * 7.3) * 0.5 ** i;
    return (sum / total) * 1.35;
  };
}

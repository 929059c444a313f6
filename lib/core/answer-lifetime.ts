/** How long answers are kept. `freshMinutes` is before jitter. */
export type LifetimePolicy = { freshMinutes: number; staleHours: number };

/** An answer without images may be a hiccup, and costs little to keep wrong for long. */
const EMPTY_FRESH_MS = 5 * 60_000;
const JITTER = 0.1;

/**
 * How long an answer may be served as if it had just been asked, in milliseconds.
 *
 * Up to a tenth more or less, decided by `key` alone: answers that came together do not all run
 * out together, and every process agrees on each.
 */
export function freshMsOf(
  { key, isEmpty }: { key: string; isEmpty: boolean },
  { freshMinutes }: LifetimePolicy,
): number {
  const meanMs = freshMinutes * 60_000;
  const jitteredMs = Math.round(meanMs * (1 + JITTER * (2 * fractionOf(key) - 1)));
  return isEmpty ? Math.min(EMPTY_FRESH_MS, jitteredMs) : jitteredMs;
}

/** How long an answer may be served at all: when nothing newer can be had, with its age. */
export function keepMsOf(answer: { key: string; isEmpty: boolean }, policy: LifetimePolicy) {
  const freshMs = freshMsOf(answer, policy);
  // An empty answer is not worth showing when stale.
  return answer.isEmpty ? freshMs : Math.max(freshMs, policy.staleHours * 3_600_000);
}

/** A number from 0 to below 1 that depends on every character of the text (FNV-1a). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV's last bits change most: they are spread over the whole number first.
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
}

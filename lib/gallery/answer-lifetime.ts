import "server-only";
/** How long answers are fresh, before jitter, and how long stale ones may be served. */
export type LifetimePolicy = { freshMinutes: number; staleHours: number };

/** An answer without images may result from a temporary fault of the service. */
const EMPTY_FRESH_MS = 5 * 60_000;
const JITTER = 0.1;

/**
 * Returns how long an answer is fresh, in milliseconds.
 *
 * The jitter of up to a tenth depends on `key` alone: answers that arrived together do not all expire
 * together, and all processes agree on each.
 */
export function freshMsOf(
  { key, isEmpty }: { key: string; isEmpty: boolean },
  { freshMinutes }: LifetimePolicy,
): number {
  const meanMs = freshMinutes * 60_000;
  const jitteredMs = Math.round(meanMs * (1 + JITTER * (2 * fractionOf(key) - 1)));
  return isEmpty ? Math.min(EMPTY_FRESH_MS, jitteredMs) : jitteredMs;
}

/** Returns how long an answer may be served, fresh or stale, in milliseconds. */
export function keepMsOf(answer: { key: string; isEmpty: boolean }, policy: LifetimePolicy) {
  const freshMs = freshMsOf(answer, policy);
  // A stale "nothing found" is useless.
  return answer.isEmpty ? freshMs : Math.max(freshMs, policy.staleHours * 3_600_000);
}

/** Returns a number from 0 to below 1 that depends on every character of the text (FNV-1a). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV's last bits vary most, so they are first spread over the whole number.
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
}

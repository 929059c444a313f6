import "server-only";
import { log } from "./log";

const INTERVAL_MS = 10_000;
const lastAtMs = new Map<string, number>();

/**
 * Writes a warning at most every ten seconds for each `event` and `part`: what fails at every
 * search would otherwise drown everything else.
 */
export function warnThrottled(event: string, part: string, err: unknown): void {
  const name = `${event} ${part}`;
  const nowMs = performance.now();
  if (nowMs - (lastAtMs.get(name) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
  lastAtMs.set(name, nowMs);
  log().warn({ event, part, err });
}

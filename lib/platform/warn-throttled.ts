import "server-only";
import { log } from "./log";

const INTERVAL_MS = 10_000;
const lastAtMs = new Map<string, number>();

/**
 * Logs a warning at most once in ten seconds for each `event` and `part`: a store that fails at
 * every search would otherwise flood the log.
 */
export function warnThrottled(event: string, part: string, err: unknown): void {
  const name = `${event} ${part}`;
  const nowMs = performance.now();
  if (nowMs - (lastAtMs.get(name) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
  lastAtMs.set(name, nowMs);
  log().warn({ event, part, err });
}

import "server-only";
import pino from "pino";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/**
 * The server's log: one JSON line per event on standard output.
 *
 * Search texts and keys are never logged at info level or above; errors are logged by code,
 * internal text and stack. Next loads routes and pages as separate module graphs, so the one logger
 * of the process lives on `globalThis`.
 */
export function log(): pino.Logger {
  const place = globalThis as typeof globalThis & { [LOGGER]?: pino.Logger };
  place[LOGGER] ??= pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return place[LOGGER];
}

/** Sets the level from which events are logged; `info` until then. */
export function setLogLevel(level: LogLevel): void {
  log().level = level;
}

const LOGGER = Symbol.for("vitrine.log");

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

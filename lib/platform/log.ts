import "server-only";
import pino from "pino";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/**
 * Returns the server's log: one JSON line per event on standard output.
 *
 * Search texts and keys are never logged at info level or above; errors are logged by code, internal
 * text and stack. The process has one logger, on `globalThis`, because Next loads routes and pages as
 * separate module graphs.
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
 * Logs a warning at most once in ten seconds for each `event` and `part`; otherwise a failing store
 * would flood the log at every search.
 */
export function warnThrottled(event: string, part: string, err: unknown): void {
  const name = `${event} ${part}`;
  const nowMs = performance.now();
  if (nowMs - (lastAtMs.get(name) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
  lastAtMs.set(name, nowMs);
  log().warn({ event, part, err });
}

import pino from "pino";
import { onTestFinished } from "vitest";
import { log } from "@/lib/platform/log";

/**
 * Records what this thread logs until the test ends, from debug level on: pino writes to the file
 * descriptor, where no spy of `process.stdout` sees it.
 */
export function recordLog(): readonly string[] {
  const lines: string[] = [];
  const place = globalThis as typeof globalThis & Record<symbol, pino.Logger | undefined>;
  const before = log();
  place[LOGGER] = pino({ base: null, level: "debug" }, { write: (line) => lines.push(line) });
  onTestFinished(() => {
    place[LOGGER] = before;
  });
  return lines;
}

/** As in lib/platform/log.ts. */
const LOGGER = Symbol.for("vitrine.log");

import "server-only";
import pino from "pino";
import { config } from "./config";

/**
 * The server's log: one JSON line an event on standard output.
 *
 * Visitors' words and keys are never passed to it at info level or above; errors are logged by
 * code, internal text and stack. Made on first use, so that importing a module reads no
 * configuration.
 */
export function log(): pino.Logger {
  logger ??= pino({
    level: config().logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
  return logger;
}

let logger: pino.Logger | undefined;

import "server-only";

/**
 * A signal for one piece of work that nobody waits for. Each has its own: one that all shared would
 * collect listeners from all of them.
 */
export function neverAborts(): AbortSignal {
  return new AbortController().signal;
}

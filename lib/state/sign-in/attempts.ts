import "server-only";
import type { AttemptOutcome, AttemptWindow } from "../auth-records";

/**
 * Decides about an attempt by the count of each window, and in which windows it counts. A full window
 * counts one more attempt, so that the first refusal differs from later ones.
 */
export function outcomeOf(
  windows: readonly AttemptWindow[],
  countOf: (window: AttemptWindow) => number,
): { outcome: AttemptOutcome; counted: readonly AttemptWindow[] } {
  const full = windows.filter((window) => countOf(window) >= window.limit);
  if (full.length === 0) return { outcome: "allowed", counted: windows };
  const justFilled = full.filter((window) => countOf(window) === window.limit);
  const isFirst = justFilled.length === full.length;
  return { outcome: isFirst ? "first-refused" : "refused", counted: justFilled };
}

import "server-only";
import type { AttemptDecision, AttemptWindow } from "../auth-records";

type Counted = { count: number; endsAtMs: number };

/**
 * Decides about an attempt by the count of each window, and in which windows it counts. A full window
 * counts one more attempt, so that the first refusal differs from later ones.
 */
export function decideAttempt(
  windows: readonly AttemptWindow[],
  countedIn: (window: AttemptWindow) => Counted,
  nowMs: number,
): { decision: AttemptDecision; counted: readonly AttemptWindow[] } {
  const full = windows.filter((window) => countedIn(window).count >= window.limit);
  if (full.length === 0) return { decision: { outcome: "allowed", waitMs: 0 }, counted: windows };
  const justFilled = full.filter((window) => countedIn(window).count === window.limit);
  const outcome = justFilled.length === full.length ? "first-refused" : "refused";
  const waitMs = Math.max(...full.map((window) => countedIn(window).endsAtMs - nowMs));
  return { decision: { outcome, waitMs }, counted: justFilled };
}

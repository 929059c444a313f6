import "server-only";
import type { AttemptDecision, AttemptWindow } from "../auth-records";
import type { WindowUse } from "../limit-windows";

/**
 * Decides about an attempt by the use of each window, and in which windows it counts. A full window
 * counts one more attempt, so that the first refusal differs from later ones.
 */
export function decideAttempt(
  windows: readonly AttemptWindow[],
  uses: ReadonlyMap<string, WindowUse>,
  nowMs: number,
): { decision: AttemptDecision; counted: readonly AttemptWindow[] } {
  const usedIn = ({ key }: AttemptWindow) => uses.get(key)?.used ?? 0;
  const full = windows.filter((window) => usedIn(window) >= window.limit);
  if (full.length === 0) return { decision: { outcome: "allowed", waitMs: 0 }, counted: windows };
  const justFilled = full.filter((window) => usedIn(window) === window.limit);
  const outcome = justFilled.length === full.length ? "first-refused" : "refused";
  const waitMs = Math.max(...full.map(({ key }) => (uses.get(key)?.endsAtMs ?? nowMs) - nowMs));
  return { decision: { outcome, waitMs }, counted: justFilled };
}

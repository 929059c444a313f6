import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { Warning, WarningState } from "@/lib/state/warning-state";
import type { WebhookEvent } from "./send-event";

/** How soon a warning is sent, and a failed one again. */
const POLL_MS = 5_000;

/** Longer than an attempt takes: another process may repeat it then. */
const LEASE_MS = 60_000;

/**
 * Sends the warnings of the store to the webhook, from now on. Processes that share a store share the
 * work. `stop` ends an attempt that is under way; another process, or the next start, repeats it.
 */
export function deliverWarnings(
  warnings: Pick<WarningState, "claim" | "settle">,
  {
    send,
    onAttempt,
    onStoreFailure,
    pollMs = POLL_MS,
  }: {
    /** As `sendEvent` does. */
    send: (event: WebhookEvent, signal: AbortSignal) => Promise<string | null>;
    /** Called with the problem of each attempt; null if it delivered the warning. */
    onAttempt: (problem: string | null) => void;
    onStoreFailure: (cause: unknown) => void;
    pollMs?: number;
  },
) {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function deliverDue(): Promise<void> {
    while (!signal.aborted) {
      const warning = await warnings.claim(LEASE_MS);
      if (warning === null) return;
      const problem = await send(toEvent(warning), signal);
      onAttempt(problem);
      await warnings.settle(warning, problem);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await deliverDue().catch((cause) => signal.aborted || onStoreFailure(cause));
      await wait(pollMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

function toEvent({ id, kind, subject, warnedAtMs, ...warning }: Warning): WebhookEvent {
  const { percent, used, limit, resetsAtMs } = warning;
  return {
    id,
    type: `${kind}.warning`,
    atMs: warnedAtMs,
    data: {
      ...(kind === "quota" ? { account: subject } : { service: new URL(subject).host }),
      thresholdPercent: percent,
      used,
      limit,
      resetsAt: new Date(resetsAtMs).toISOString(),
    },
  };
}

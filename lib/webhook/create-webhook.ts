import "server-only";
import { log, warnThrottled } from "@/lib/platform/log";
import type { WarningState } from "@/lib/state/warning-state";
import type { WebhookConfig } from "./config";
import { deliverWarnings } from "./deliver-warnings";
import { sendEvent } from "./send-event";

/** Starts the delivery of the store's warnings. */
export function createWebhook(
  webhook: WebhookConfig,
  warnings: WarningState,
  { onAttempt }: { onAttempt: (outcome: "delivered" | "failed") => void },
) {
  const { stop } = deliverWarnings(warnings, {
    send: (event, signal) => sendEvent(webhook, event, signal),
    onAttempt: (problem) => {
      onAttempt(problem === null ? "delivered" : "failed");
      if (problem !== null) log().warn({ event: "webhook_failed", problem });
    },
    onStoreFailure: (cause) => warnThrottled("store_failed", "warnings", cause),
  });
  return { deliveries: warnings.deliveries, stop };
}

import "server-only";
import { createHmac } from "node:crypto";
import { connectChecked, resolveBySystem } from "@/lib/thumbnails/connect";
import { FETCH_DEADLINES, fetchHop } from "@/lib/thumbnails/fetch-hop";
import type { WebhookConfig } from "./config";

export type WebhookEvent = {
  /** The same in each attempt, so that a receiver can drop a repetition. */
  id: string;
  type: "quota.warning" | "budget.warning" | "webhook.test";
  atMs: number;
  data: Readonly<Record<string, string | number>>;
};

/** A receiver may need longer than the host of an image. */
export const DEADLINES = { ...FETCH_DEADLINES, firstByteMs: 15_000 };

/** Returns the headers that Standard Webhooks adds to a body: id, time of the attempt, signature. */
export function signatureHeaders(id: string, body: string, secret: Buffer, nowMs: number) {
  const seconds = Math.floor(nowMs / 1_000);
  const signature = createHmac("sha256", secret).update(`${id}.${seconds}.${body}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature.digest("base64")}`,
  };
}

/**
 * Sends one event. Follows no redirect, and connects only to IP addresses that the policy allows.
 *
 * Returns null if the receiver answered with 2xx, otherwise the problem, for the operator. Rejects
 * only with the signal's reason.
 */
export async function sendEvent(
  { url, secret, policy }: WebhookConfig,
  { id, type, atMs, data }: WebhookEvent,
  signal: AbortSignal,
  deadlines = DEADLINES,
): Promise<string | null> {
  const body = JSON.stringify({ id, type, timestamp: new Date(atMs).toISOString(), data });
  const options = { policy, resolveHost: resolveBySystem, deadlines, signal };
  try {
    const socket = await connectChecked(url, options);
    const { response, close } = await fetchHop(url, socket, options, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Vitrine (webhook)",
        ...signatureHeaders(id, body, secret, Date.now()),
      },
      body,
    });
    response.on("error", () => {});
    close();
    const status = response.statusCode ?? 0;
    return status >= 200 && status < 300 ? null : `the host answered ${status}`;
  } catch (cause) {
    signal.throwIfAborted();
    const { message, cause: origin } = cause as Error;
    const { code } = Object(origin) as { code?: string };
    return code === undefined ? message : `${message} (${code})`;
  }
}

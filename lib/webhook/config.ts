import "server-only";
import { z } from "zod";
import { secretFile } from "@/lib/platform/settings";
import { parseUrl } from "@/lib/protocol/parse-url";
import {
  parsePrivateHosts,
  parseSourceUrl,
  portOf,
  type SourcePolicy,
} from "@/lib/thumbnails/source-url";

export type WebhookConfig = {
  url: URL;
  /** The bytes of the secret, which sign the events. */
  secret: Buffer;
  /** Which IP addresses the host may have. */
  policy: SourcePolicy;
};

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = { min: 24, max: 64 };

export const WEBHOOK_SETTINGS = z.object({
  VITRINE_WEBHOOK_URL: z.string().optional().meta({
    description:
      "The URL to which this server sends an event when an account has used 80 or 100 % of its monthly searches, or the gallery of VITRINE_MONTHLY_SEARCHES: https, on port 443, at a public host. docs/webhook.md describes the events.",
    defaultText: "no webhook",
    example: "https://hooks.example.com/vitrine",
  }),
  VITRINE_WEBHOOK_SECRET: z
    .string()
    .refine(
      (text) => readSecret(text) !== null,
      `${SECRET_PREFIX} and ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes in base64`,
    )
    .optional()
    .meta({
      description:
        'The secret that signs the events, as Standard Webhooks defines it; VITRINE_WEBHOOK_URL needs it. Several instances need the same secret. To generate one: echo "whsec_$(openssl rand -base64 32)".',
      defaultText: "none",
      example: "",
    }),
  VITRINE_WEBHOOK_SECRET_FILE: secretFile("VITRINE_WEBHOOK_SECRET"),
  VITRINE_WEBHOOK_PRIVATE: z.enum(["off", "on"]).default("off").meta({
    description:
      "Whether the webhook's host may be in a private network, on any port, and reached by http: off or on.",
  }),
});

/** Adds errors that concern several settings to `problems`. */
export function readWebhookConfig(
  values: z.output<typeof WEBHOOK_SETTINGS>,
  problems: string[],
): WebhookConfig | null {
  const { VITRINE_WEBHOOK_URL: text, VITRINE_WEBHOOK_SECRET: secretText = "" } = values;
  if (text === undefined) return null;
  const isPrivate = values.VITRINE_WEBHOOK_PRIVATE === "on";
  const url = parseUrl(text);
  const hosts = url !== null && isPrivate ? [`${url.hostname}:${portOf(url)}`] : [];
  const policy: SourcePolicy = { ownHosts: [], privateHosts: parsePrivateHosts(hosts) };
  const isUsable = parseSourceUrl(text, policy).isAllowed;
  if (url === null || !isUsable || (url.protocol !== "https:" && !isPrivate)) {
    problems.push(
      "VITRINE_WEBHOOK_URL: an https URL of a public host, on port 443; for any other, set VITRINE_WEBHOOK_PRIVATE=on",
    );
    return null;
  }
  const secret = readSecret(secretText);
  if (secret === null) {
    problems.push(
      "VITRINE_WEBHOOK_SECRET (or VITRINE_WEBHOOK_SECRET_FILE): needed with VITRINE_WEBHOOK_URL",
    );
    return null;
  }
  return { url, secret, policy };
}

/** Returns null for a text that is not a secret of Standard Webhooks. */
function readSecret(text: string): Buffer | null {
  const base64 = text.slice(SECRET_PREFIX.length);
  if (!text.startsWith(SECRET_PREFIX) || !/^[\w+/-]+={0,2}$/.test(base64)) return null;
  const secret = Buffer.from(base64, "base64");
  const { min, max } = SECRET_BYTES;
  return secret.length >= min && secret.length <= max ? secret : null;
}

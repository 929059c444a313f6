import "server-only";
import type { ErrorCode } from "@/lib/contract/errors";
import { AppError } from "@/lib/platform/errors";
import { readError } from "@/lib/protocol/read-error";
import { decideLimit } from "@/lib/protocol/read-limit";
import { readRetryAfter } from "@/lib/protocol/read-retry-after";

type FailedAnswer = {
  status: number;
  statusText: string;
  retryAfter: string | null;
  /** The parsed JSON body; undefined when there was none. */
  body: unknown;
};

/**
 * A non-2xx answer as an error of the table (the interface, "Errors").
 *
 * The service's own words go along for showing, after `conceal` took our key out of them. They
 * stay out of the internal text, and so of the log: they may repeat what a visitor typed.
 */
export function toServiceError(answer: FailedAnswer, conceal: (text: string) => string): AppError {
  const serviceSaid = readError(answer, conceal);
  const retryAfterSeconds = readRetryAfter(answer.retryAfter, Date.now());
  const code = codeOf(answer.status, serviceSaid, retryAfterSeconds);
  // Waiting heals neither a key nor a subscription, whatever the header says.
  const canWait = code !== "service_key_refused" && code !== "service_subscription";
  return new AppError(code, `the service answered with status ${answer.status}`, {
    serviceSaid,
    retryAfterSeconds: canWait ? (retryAfterSeconds ?? undefined) : undefined,
  });
}

function codeOf(status: number, said: string, retryAfterSeconds: number | null): ErrorCode {
  switch (status) {
    case 401:
      return "service_key_refused";
    case 402:
      return "service_subscription";
    case 429:
      return decideLimit(said, retryAfterSeconds) === "quota"
        ? "service_quota_spent"
        : "service_rate_limited";
    default:
      return REFUSED_SEARCH.has(status) ? "service_refused" : "service_failed";
  }
}

/**
 * Statuses that speak of this one search and would come again: bad request, not acceptable, too
 * large, address too long, unsupported, unprocessable, legal reasons (RFC 9110 §15.5, RFC 7725).
 */
const REFUSED_SEARCH: ReadonlySet<number> = new Set([400, 406, 413, 414, 415, 422, 451]);

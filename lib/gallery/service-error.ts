import "server-only";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { AppError } from "@/lib/platform/errors";
import { decideLimit, readError, readRetryAfter } from "@/lib/protocol/read-failure";

/**
 * The cause of a failure that happened before the first byte of a search left this server: the search
 * cannot have been billed, and may be retried.
 */
export class NothingSent extends Error {
  override readonly name = "NothingSent";
}

/** Whether an error states that nothing was sent. Without a statement, something may have been. */
export function wasNothingSent(error: unknown): boolean {
  return error instanceof Error && (error instanceof NothingSent || wasNothingSent(error.cause));
}

/** Returns a stored code; `service_failed` for a code of another version of this program. */
export function storedErrorCode(code: string): ErrorCode {
  return Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : "service_failed";
}

type FailedAnswer = {
  status: number;
  statusText: string;
  retryAfter: string | null;
  /** The parsed JSON body; undefined if there was none. */
  body: unknown;
};

/**
 * Converts a non-2xx answer to an error of the table (the interface, "Errors").
 *
 * The error has the service's own text for the visitor, after `conceal` removed our key. The text
 * must not reach the log or a store, because it may repeat the visitor's query.
 */
export function toServiceError(answer: FailedAnswer, conceal: (text: string) => string): AppError {
  const serviceSaid = readError(answer, conceal);
  const retryAfterSeconds = readRetryAfter(answer.retryAfter, Date.now());
  const code = codeOfStatus(answer.status, serviceSaid);
  // Waiting does not fix a key or a subscription, so `Retry-After` is ignored.
  const canWait = ERRORS[code].fixedBy !== "operator";
  return new AppError(code, `the service answered with status ${answer.status}`, {
    serviceSaid,
    retryAfterSeconds: canWait ? (retryAfterSeconds ?? undefined) : undefined,
  });
}

function codeOfStatus(status: number, said: string): ErrorCode {
  switch (status) {
    case 401:
      return "service_key_refused";
    case 402:
      return "service_subscription";
    case 429:
      return decideLimit(said) === "quota" ? "service_quota_spent" : "service_rate_limited";
    default:
      return REFUSED_QUERY.has(status) ? "service_refused" : "service_failed";
  }
}

/**
 * Statuses that this query caused, so that a retry would fail in the same way: bad request, not
 * acceptable, too large, URL too long, unsupported, unprocessable, legal reasons (RFC 9110 §15.5, RFC
 * 7725).
 */
const REFUSED_QUERY: ReadonlySet<number> = new Set([400, 406, 413, 414, 415, 422, 451]);

/** The failure of a connection that was not established, whether name, TCP or TLS failed. */
export function toUnconnected(cause: Error): NothingSent {
  return new NothingSent(transportCode(cause));
}

/**
 * Converts a connection's failure to an error of the table. Keeps only its code: message and stack
 * may quote headers, and so our key.
 */
export function toTransportError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const isUnconnected = cause instanceof NothingSent;
  const code = isUnconnected ? cause.message : transportCode(cause);
  const options = isUnconnected ? { cause } : {};
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new AppError("service_timeout", code, options);
  if (isUnconnected) return new AppError("service_unreachable", code, options);
  // A response that is not HTTP, or a head beyond the parser's limits.
  if (/^HPE_|HTTPParserError|HEADERS_OVERFLOW|MISMATCH/.test(code)) {
    return new AppError("service_answer_unreadable", code);
  }
  return new AppError("service_connection_lost", code);
}

function transportCode(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  const { code } = cause as Error & { code?: unknown };
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : cause.name;
}

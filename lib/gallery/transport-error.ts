import "server-only";
import { AppError } from "@/lib/platform/errors";
import { NothingSent } from "./not-sent-error";

/**
 * What a failed connection means, as an error of the table.
 *
 * Only the failure's code is kept: its message and stack may quote headers, and so our key.
 */
export function toTransportError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const code = codeOf(cause);
  const options = BEFORE_CONNECTED.test(code) ? { cause: new NothingSent(code) } : {};
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new AppError("service_timeout", code, options);
  // Not HTTP at all, or heads past the parser's limits.
  if (/^HPE_|HTTPParserError|HEADERS_OVERFLOW|MISMATCH/.test(code)) {
    return new AppError("service_answer_unreadable", code);
  }
  return new AppError("service_unreachable", code, options);
}

/**
 * What can only happen before a connection stands, and so before anything was sent: no such name,
 * nobody listening, no way there, a certificate that is not trusted. A reset or a plain ETIMEDOUT
 * may come later too, and is not among them.
 */
const BEFORE_CONNECTED =
  /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_\w+|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_(GET|VERIFY)_\w+)$/;

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  const { code } = cause as Error & { code?: unknown };
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : cause.name;
}

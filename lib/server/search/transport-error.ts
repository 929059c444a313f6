import "server-only";
import { AppError } from "@/lib/server/errors";

/**
 * What a failed connection means, as an error of the table.
 *
 * Only the failure's code is kept: its message and stack may quote headers, and so our key.
 */
export function toTransportError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const code = codeOf(cause);
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new AppError("service_timeout", code);
  // Not HTTP at all, or heads past the parser's limits.
  if (/^HPE_|HTTPParserError|HEADERS_OVERFLOW|MISMATCH/.test(code)) {
    return new AppError("service_answer_unreadable", code);
  }
  return new AppError("service_unreachable", code);
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  const { code } = cause as Error & { code?: unknown };
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : cause.name;
}

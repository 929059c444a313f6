import "server-only";
/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Parses a `Range` header for a body of `sizeBytes` bytes (RFC 9110 §14.1.2).
 *
 * Returns "whole" without a header, or for a header that may be ignored: another unit, malformed, or
 * several ranges. Returns "unsatisfiable" if no byte of the range exists.
 */
export function decideRange(
  header: string | null,
  sizeBytes: number,
): ByteRange | "whole" | "unsatisfiable" {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (match === null || (first === "" && last === "")) return "whole";
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? "unsatisfiable" : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === "" ? sizeBytes - 1 : Number(last);
  if (end < start && last !== "") return "whole"; // an invalid range must be ignored
  return start >= sizeBytes ? "unsatisfiable" : { start, end: Math.min(end, sizeBytes - 1) };
}

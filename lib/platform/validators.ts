import "server-only";

export type Validators = { etag: string; modifiedAt: Date };

/** No browser sends more entity tags; comparing them would only cost time. */
const TAGS_CHARACTERS_MAX = 1_024;

/**
 * Returns whether the client already has these bytes (RFC 9110 §13.1.2, §13.1.3): by `If-None-Match`,
 * or, only without it, by `If-Modified-Since` if the time of the last change is known.
 */
export function isNotModified(
  headers: Headers,
  { etag, modifiedAt }: Pick<Validators, "etag"> & Partial<Validators>,
): boolean {
  const known = headers.get("if-none-match");
  if (known !== null) {
    if (known.length > TAGS_CHARACTERS_MAX) return false;
    return known.split(",").some((tag) => {
      const trimmed = tag.trim();
      return trimmed === "*" || trimmed.replace(/^W\//, "") === etag;
    });
  }
  if (modifiedAt === undefined) return false;
  const sinceMs = Date.parse(headers.get("if-modified-since") ?? "");
  return !Number.isNaN(sinceMs) && toSeconds(modifiedAt.getTime()) <= toSeconds(sinceMs);
}

/**
 * Returns whether a range may be sent, because the client's part belongs to these bytes (RFC 9110
 * §13.1.5). True without `If-Range`. A weak tag never matches, and a date must match exactly.
 */
export function isRangeCurrent(headers: Headers, { etag, modifiedAt }: Validators): boolean {
  const condition = headers.get("if-range")?.trim();
  if (condition === undefined) return true;
  if (condition.startsWith('"')) return condition === etag;
  return toSeconds(Date.parse(condition)) === toSeconds(modifiedAt.getTime());
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

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

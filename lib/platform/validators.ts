import "server-only";

export type Validators = { etag: string; modifiedAt: Date };

/**
 * Whether the client already has these bytes (RFC 9110 §13.1.2, §13.1.3): by `If-None-Match`, or,
 * only without that header, by `If-Modified-Since`.
 */
export function isNotModified(headers: Headers, { etag, modifiedAt }: Validators): boolean {
  const known = headers.get("if-none-match");
  if (known !== null) {
    return known.split(",").some((tag) => {
      const trimmed = tag.trim();
      return trimmed === "*" || trimmed.replace(/^W\//, "") === etag;
    });
  }
  const sinceMs = Date.parse(headers.get("if-modified-since") ?? "");
  return !Number.isNaN(sinceMs) && toSeconds(modifiedAt.getTime()) <= toSeconds(sinceMs);
}

/**
 * Whether a range may be sent, because the client's part belongs to these bytes (RFC 9110 §13.1.5).
 * True without `If-Range`. A weak tag never matches; a date must be equal.
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

const SECONDS_MIN = 1;
const SECONDS_MAX = 3600;

/**
 * Returns the seconds of a `Retry-After` header (RFC 9110 §10.2.3: whole seconds, or an HTTP date),
 * clamped between one second and one hour. Null if there is none, or if it is malformed.
 */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,20}$/.test(text)) return clamp(Number(text));
  const atMs = readHttpDateMs(text);
  return atMs === null ? null : clamp(Math.ceil((atMs - nowMs) / 1000));
}

/** The three forms of RFC 9110 §5.6.7; all are in GMT, also the asctime form without a zone. */
function readHttpDateMs(text: string): number | null {
  if (text.length > 40 || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return null;
  const ms = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(ms) ? null : ms;
}

function clamp(seconds: number): number {
  return Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, seconds));
}

import "server-only";

/**
 * Whether a browser says that a page of another origin made it ask: such a page could spend our
 * searches through its visitors, also one beside us under the same domain. A person who types the
 * address sends `none`, programs send neither header. Browsers send `Sec-Fetch-Site` to https and
 * localhost only, so elsewhere `Origin` decides, which a same-origin GET does not carry (Fetch
 * Standard, "append a request Origin header").
 */
export function isCrossOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  return headers.get("origin") !== null && !isOwnOrigin(headers);
}

/**
 * Whether a browser says that a page of this very server made it send: what a request must show
 * that changes or spends something. A program has to say so by `Origin`.
 */
export function isFromOwnPage(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? isOwnOrigin(headers) : site === "same-origin";
}

/** `Origin: null`, which sandboxed and file pages send, is nobody's. */
function isOwnOrigin(headers: Headers): boolean {
  return headers.get("origin")?.replace(/^https?:\/\//, "") === headers.get("host");
}

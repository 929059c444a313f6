import "server-only";

/**
 * Whether the headers say that a page of another origin sent the request. Such a page, also one
 * under the same domain, could spend our searches through its visitors. A typed URL sends `none`;
 * programs send neither header. Browsers send `Sec-Fetch-Site` to https and localhost only, so
 * elsewhere `Origin` decides, which a same-origin GET does not carry (Fetch Standard, "append a
 * request Origin header").
 */
export function isCrossOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  return headers.get("origin") !== null && !isOwnOrigin(headers);
}

/**
 * Whether the headers say that one of our own pages sent the request. A request that changes or
 * spends something must show this; a program does so with `Origin`.
 */
export function isFromOwnPage(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? isOwnOrigin(headers) : site === "same-origin";
}

/** `Origin: null`, which sandboxed and file pages send, is never ours. */
function isOwnOrigin(headers: Headers): boolean {
  return headers.get("origin")?.replace(/^https?:\/\//, "") === headers.get("host");
}

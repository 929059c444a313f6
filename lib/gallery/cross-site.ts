import "server-only";
import { hostNameOf, isLoopbackHost } from "@/lib/platform/host-name";

/**
 * Classifies requests by origin, from their headers. A search may cost money, so a page of another
 * origin must not start one through its visitors (docs/decisions/0027-who-may-spend.md).
 *
 * Browsers send `Sec-Fetch-*` to https and to loopback hosts only. A same-origin GET has no
 * `Origin` (Fetch Standard, "append a request Origin header"), but a `Referer`, which our pages'
 * policy allows within this origin. A foreign page can forge none of these. There is no cookie: the
 * browser sends it also with requests of the same host's other ports and subdomains.
 */

/** Whether a page of another origin sent it. Another port or subdomain is another origin. */
export function isCrossOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  return isForeign(headers, "origin");
}

/** Whether a page of this server sent it: required of every request that changes something. */
export function isFromOwnPage(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? isOwn(headers, "origin") : site === "same-origin";
}

/**
 * Whether a request may start a paid search; otherwise only a cached answer may be served.
 *
 * With `Sec-Fetch-Site`: our own pages and typed URLs may, and links on other origins if the visitor
 * followed them. A script's navigation (`location =`, a popup) has no `Sec-Fetch-User`.
 *
 * Without it: our own pages may, by `Origin` or `Referer`, and programs on this machine. A request
 * that has neither may come from a typed URL or from a foreign page.
 */
export function mayStartPaidSearch(headers: Headers): boolean {
  if (isPrefetch(headers) || isEmbed(headers)) return false;
  if (headers.has("sec-fetch-site")) {
    return !isCrossOrigin(headers) || headers.get("sec-fetch-user") === "?1";
  }
  if (isForeign(headers, "origin") || isForeign(headers, "referer")) return false;
  return isOwn(headers, "origin") || isOwn(headers, "referer") || isLocalProgram(headers);
}

/**
 * Whether a program on this machine sent it, by its `Host`. Browsers are excluded: a proxy that
 * rewrites `Host` makes every visitor's request look local.
 */
function isLocalProgram(headers: Headers): boolean {
  const isBrowser = /^mozilla\//i.test(headers.get("user-agent") ?? "");
  return !isBrowser && isLoopbackHost(hostNameOf(headers.get("host") ?? ""));
}

/** Next's own router sends these when it prefetches. */
const ROUTER_PREFETCH = ["next-router-prefetch", "next-router-segment-prefetch"] as const;

/** The standard's header, and those of older versions of Chromium, Safari and Firefox. */
const PURPOSES = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** Whether the request is a prefetch, a prerender or a preview. */
function isPrefetch(headers: Headers): boolean {
  for (const name of PURPOSES) {
    const purpose = headers.get(name);
    if (purpose !== null && /\b(prefetch|prerender|preview)\b/i.test(purpose)) return true;
  }
  return ROUTER_PREFETCH.some((name) => headers.has(name));
}

/**
 * Whether the request is neither a navigation nor a script's request of our own pages: an image,
 * style sheet or frame, or another origin's script. Our own page embeds no search either, but the
 * image of a remote service's answer may have the URL of one.
 */
function isEmbed(headers: Headers): boolean {
  if (!headers.has("sec-fetch-site")) return isForeign(headers, "origin");
  const destination = headers.get("sec-fetch-dest");
  if (isCrossOrigin(headers)) {
    return destination !== "document" || headers.get("sec-fetch-mode") !== "navigate";
  }
  return destination !== null && destination !== "document" && destination !== "empty";
}

/**
 * Whether a request for a search is neither a person's navigation nor a request of our own scripts:
 * a prefetch or embed, or a method other than GET. A link on another origin is a navigation.
 */
export function isPrefetchOrEmbed({
  method,
  headers,
}: Pick<Request, "method" | "headers">): boolean {
  // Next would render the page for HEAD as well, and so search.
  return method !== "GET" || isPrefetch(headers) || isEmbed(headers);
}

/** Sandboxed and file pages send `Origin: null`, which matches no host. */
function isOwn(headers: Headers, name: "origin" | "referer"): boolean {
  const [, host] = /^https?:\/\/([^/]+)/.exec(headers.get(name) ?? "") ?? [];
  return host !== undefined && host === headers.get("host");
}

function isForeign(headers: Headers, name: "origin" | "referer"): boolean {
  return headers.has(name) && !isOwn(headers, name);
}

import "server-only";
import { AppError } from "@/lib/platform/errors";
import { hostNameOf, isLoopbackHost } from "@/lib/platform/host-name";
import { parseUrl } from "@/lib/protocol/parse-url";

/**
 * Classifies requests by origin, from their headers. A search may cost money, so a page of another
 * origin must not start one through its visitors (docs/decisions/0032-what-begins-a-search.md).
 *
 * Browsers send `Sec-Fetch-*` only to https and loopback hosts, and `Origin` with every POST. A page
 * of another origin cannot forge them. Cookies do not decide, because the browser also sends them
 * with requests from other ports and subdomains of the same host.
 */

/** Returns whether a page of another origin sent it. Another port or subdomain is another origin. */
export function isCrossOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  return isForeignOrigin(headers);
}

/** Returns whether a page of this server sent it, as every request that changes something requires. */
function isFromOwnPage(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? isOwnOrigin(headers) : site === "same-origin";
}

/**
 * Requires that a page of this server sent a request.
 *
 * @throws AppError cross_site
 */
export function assertOwnPage({ headers }: Pick<Request, "headers">): void {
  if (!isFromOwnPage(headers)) throw new AppError("cross_site", "not sent by a page of ours");
}

/**
 * Returns whether the visitor opened the page, as far as the headers show: typed its URL, or followed
 * a link to it. A navigation by another page's script, and a popup, have no `Sec-Fetch-User`.
 * Reloading, Back and a restored tab have the same headers; only the page's own script can
 * distinguish them.
 */
export function isOpenedByVisitor(headers: Headers): boolean {
  return (
    headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-user") === "?1" &&
    !isPrefetch(headers) &&
    !isEmbed(headers)
  );
}

/**
 * Returns whether a page led to its own URL, as the language switch does: no act that begins a search.
 *
 * @param target the request target as sent
 */
export function isFromItself(headers: Headers, target: string): boolean {
  const from = parseUrl(headers.get("referer") ?? "");
  return from !== null && from.pathname + from.search === target;
}

/**
 * Returns whether a program on this machine sent it, by its `Host`. Excludes browsers, and requests
 * that a proxy forwarded: a proxy that rewrites `Host` makes every visitor's request look local.
 */
export function isLocalProgram(headers: Headers): boolean {
  return (
    isLoopbackHost(hostNameOf(headers.get("host") ?? "")) &&
    !/^mozilla\//i.test(headers.get("user-agent") ?? "") &&
    !NOT_OF_PROGRAMS.some((name) => headers.has(name))
  );
}

const NOT_OF_PROGRAMS = [
  "sec-fetch-site",
  "origin",
  "referer",
  "forwarded",
  "x-forwarded-for",
  "via",
] as const;

/** Next's own router sends these headers when it prefetches. */
const ROUTER_PREFETCH = ["next-router-prefetch", "next-router-segment-prefetch"] as const;

/** The standard's header, and the headers of older versions of Chromium, Safari and Firefox. */
const PURPOSES = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** Returns whether the request is a prefetch, a prerender or a preview. */
function isPrefetch(headers: Headers): boolean {
  for (const name of PURPOSES) {
    const purpose = headers.get(name);
    if (purpose !== null && /\b(prefetch|prerender|preview)\b/i.test(purpose)) return true;
  }
  return ROUTER_PREFETCH.some((name) => headers.has(name));
}

/**
 * Returns whether the request is neither a navigation nor a request of our own scripts: an image,
 * style sheet or frame, or another origin's script. Our own page embeds no search, but an image in a
 * remote service's answer may have the URL of one.
 */
function isEmbed(headers: Headers): boolean {
  if (!headers.has("sec-fetch-site")) return isForeignOrigin(headers);
  const destination = headers.get("sec-fetch-dest");
  if (isCrossOrigin(headers)) {
    return destination !== "document" || headers.get("sec-fetch-mode") !== "navigate";
  }
  return destination !== null && destination !== "document" && destination !== "empty";
}

/**
 * Returns whether a request for a search comes neither from a person's navigation nor from our own
 * scripts: a prefetch or embed, or a method other than GET. A link on another origin is a navigation.
 */
export function isPrefetchOrEmbed({
  method,
  headers,
}: Pick<Request, "method" | "headers">): boolean {
  // For HEAD, Next would render the page as well, and so search.
  return method !== "GET" || isPrefetch(headers) || isEmbed(headers);
}

/** False for sandboxed and file pages: they send `Origin: null`, which matches no host. */
function isOwnOrigin(headers: Headers): boolean {
  const [, host] = /^https?:\/\/([^/]+)/.exec(headers.get("origin") ?? "") ?? [];
  return host !== undefined && host === headers.get("host");
}

function isForeignOrigin(headers: Headers): boolean {
  return headers.has("origin") && !isOwnOrigin(headers);
}

import "server-only";
import { hostNameOf, isLoopbackHost } from "@/lib/platform/host-name";

/**
 * Classifies requests by origin, from their headers. A search may cost money, so a page of another
 * origin must not start one through its visitors.
 *
 * Browsers send `Sec-Fetch-*` to https and to loopback hosts only. A same-origin GET has no
 * `Origin` (Fetch Standard, "append a request Origin header"), but a `Referer`, which our pages'
 * policy allows within this origin. A foreign page can forge none of these.
 */

/** Whether a page of another origin sent it. */
export function isCrossOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  return headers.has("origin") && !isOwn(headers, "origin");
}

/** Whether a page of this server sent it: required of every request that changes something. */
export function isFromOwnPage(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? isOwn(headers, "origin") : site === "same-origin";
}

/**
 * Whether a request may start a paid search. `isCrossOrigin` judges requests with `Sec-Fetch-Site`.
 * Without that header, the request must come from a page of this server or from a program on this
 * machine; otherwise only a cached answer may be served, since a foreign page may have caused it.
 */
export function mayStartPaidSearch(headers: Headers): boolean {
  return (
    headers.has("sec-fetch-site") ||
    isOwn(headers, "origin") ||
    isOwn(headers, "referer") ||
    isLocalProgram(headers)
  );
}

/**
 * Whether a program on this machine sent it, by its `Host`. Browsers are excluded: a proxy that
 * rewrites `Host` makes every visitor's request look local.
 */
function isLocalProgram(headers: Headers): boolean {
  const isBrowser = headers.has("referer") || /^mozilla\//i.test(headers.get("user-agent") ?? "");
  return !isBrowser && isLoopbackHost(hostNameOf(headers.get("host") ?? ""));
}

/** Next's own router sends these when it prefetches. */
const ROUTER_PREFETCH = ["next-router-prefetch", "next-router-segment-prefetch"] as const;

/** Whether the request is a prefetch or prerender. */
export function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  return (
    /\b(prefetch|prerender)\b/i.test(purpose) || ROUTER_PREFETCH.some((name) => headers.has(name))
  );
}

/**
 * Whether a request for the results page is not a person's navigation: a prefetch, an image, script
 * or frame of another origin, or a method other than GET. A link on another origin is a navigation.
 */
export function isPrefetchOrEmbed({
  method,
  headers,
}: Pick<Request, "method" | "headers">): boolean {
  // Next would render the page for HEAD as well, and so search.
  if (method !== "GET" || isPrefetch(headers)) return true;
  return isCrossOrigin(headers) && headers.get("sec-fetch-dest") !== "document";
}

/** Sandboxed and file pages send `Origin: null`, which matches no host. */
function isOwn(headers: Headers, name: "origin" | "referer"): boolean {
  const [, host] = /^https?:\/\/([^/]+)/.exec(headers.get(name) ?? "") ?? [];
  return host !== undefined && host === headers.get("host");
}

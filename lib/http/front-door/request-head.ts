import "server-only";
import type { IncomingMessage } from "node:http";
import { hostNameOf, isIpAddress, isLoopbackHost } from "@/lib/platform/host-name";

/** The statuses with which a request head is rejected; `rejectionMessages` has a text for each. */
export type RejectionStatus = 400 | 405 | 408 | 421 | 431;

/**
 * Headers that Next's own parts send each other. From outside they only do harm, as past advisories
 * of Next show (`x-middleware-subrequest` once bypassed every check). Our pages never use a router
 * state, and Next answers 500 to a malformed one.
 */
const INTERNAL =
  /^(x-middleware-|x-invoke-|x-action-|x-matched-path$|x-now-|x-next-|x-nextjs-|next-resume$|next-action$|next-router-state-tree$|x-prerender-)/;

/** Node drops header lines beyond its own limit, and so hides them from us. */
const LINES_MAX = 200;
const HEAD_BYTES_MAX = 16 * 1024;

/** A request that has one of these twice can be read in two ways. */
const ONCE = ["host", "content-length", "transfer-encoding"];

/** Balancers call these under any host name; they tell a stranger nothing. */
const HEALTH_PATH = /^\/(?:healthz|readyz)(?:\?|$)/;

/**
 * The status with which to refuse a head that no browser and no honest program sends; null for an
 * ordinary one.
 *
 * 400  a target other than a path (RFC 9112 §3.2), a version other than HTTP/1, TRACE, an upgrade
 *      other than h2c, which may be ignored (RFC 9110 §7.8), or a body that two servers in a row
 *      could read as different requests (RFC 9112 §6.1, §11.2). Also a parameter that Next drops, so that
 *      no handler could refuse it, and an image id that cannot be decoded, to which Next answers 500.
 * 405  a body for a page: Next would buffer all of it before our code runs.
 * 421  a host name that is not ours: a foreign page could reach this server by DNS rebinding.
 * 431  a head longer than 16 KB in all.
 */
export function rejectReason(
  request: IncomingMessage,
  isOurHost: (hostName: string) => boolean,
): RejectionStatus | null {
  const { method, url = "", headers, headersDistinct, rawHeaders, httpVersionMajor } = request;
  const bytes = rawHeaders.reduce((sum, part) => sum + part.length + 2, url.length);
  if (rawHeaders.length > 2 * LINES_MAX || bytes > HEAD_BYTES_MAX) return 431;
  if (httpVersionMajor !== 1 || !isPath(url) || !isPassable(headers.upgrade)) return 400;
  if (ONCE.some((name) => (headersDistinct[name]?.length ?? 0) > 1)) return 400;
  const coding = headers["transfer-encoding"];
  const hasNoBody = method === "GET" || method === "HEAD" || method === "DELETE";
  if (coding !== undefined && (hasNoBody || coding.toLowerCase() !== "chunked")) return 400;
  if (method === "TRACE") return 400;
  if (hasDroppedParameter(url) || !hasDecodableId(url)) return 400;
  // Only HTTP/1.0 may have no host, and no browser speaks it.
  const { host } = headers;
  if (host !== undefined && !isOurHost(hostNameOf(host)) && !HEALTH_PATH.test(url)) return 421;
  const hasBody = coding !== undefined || Number(headers["content-length"] ?? 0) !== 0;
  return hasBody && method !== "GET" && method !== "HEAD" && !takesBody(url) ? 405 : null;
}

/**
 * Decides whether a request's host name is this server's: the name of `publicUrl`, one of
 * `allowedHosts`, a loopback name or an IP address. DNS rebinding needs a name of its own.
 */
export function createHostCheck({
  publicUrl,
  allowedHosts,
}: {
  publicUrl: string;
  allowedHosts: readonly string[];
}): (hostName: string) => boolean {
  const names = new Set([hostNameOf(new URL(publicUrl).host), ...allowedHosts]);
  return (name) => names.has(name) || isLoopbackHost(name) || isIpAddress(name);
}

/** Paths for programs read as much of a body as they want. */
function takesBody(target: string): boolean {
  return /^\/(?:api|v1|thumb)\//.test(new URL(target, "http://gallery").pathname);
}

/** Two slashes, or a backslash that some readers take for one, would begin a host name. */
function isPath(target: string): boolean {
  return /^\/(?!\/)[^\\?]*(\?|$)/.test(target);
}

function hasDecodableId(target: string): boolean {
  if (!target.startsWith("/library/")) return true;
  try {
    decodeURIComponent(target.replace(/\?.*/, ""));
    return true;
  } catch {
    return false;
  }
}

function hasDroppedParameter(target: string): boolean {
  if (!/^\/(?:api|v1)\//.test(target)) return false;
  const names = [...new URLSearchParams(target.replace(/^[^?]*/, "")).keys()];
  return names.some((name) => name === "__proto__" || /^nxt[PI]/.test(name));
}

/** Programs such as Java's offer HTTP/2 in clear text, and accept HTTP/1.1. */
function isPassable(protocol: string | undefined): boolean {
  return protocol === undefined || protocol.trim().toLowerCase() === "h2c";
}

/** Removes Next's internal headers, and the offer of HTTP/2 that was ignored. */
export function stripInternalHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (INTERNAL.test(name)) delete headers[name];
  delete headers.upgrade;
  delete headers["http2-settings"];
}

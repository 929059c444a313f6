import "server-only";
import type { IncomingMessage } from "node:http";
import { hostNameOf, isIpAddress, isLoopbackHost } from "@/lib/platform/host-name";
import type { Route } from "@/lib/web/route";
import { hasBody } from "../node-adapter";

/** Statuses that reject a request head; `rejectionMessages` has a text for each. */
export type RejectionStatus = 400 | 405 | 408 | 413 | 414 | 421 | 431;

/**
 * Headers that Next's own parts send each other. A client that sends them can only do harm: a past
 * advisory of Next shows that `x-middleware-subrequest` once bypassed every check. Our pages never
 * use a router state, and Next answers 500 to a malformed one.
 */
const INTERNAL =
  /^(x-middleware-|x-invoke-|x-action-|x-matched-path$|x-now-|x-next-|x-nextjs-|next-resume$|next-action$|next-router-state-tree$|x-prerender-)/;

/** Node drops header lines beyond its own limit, so this server would not see them. */
const LINES_MAX = 200;
const HEAD_BYTES_MAX = 16 * 1024;
/**
 * Next decodes each cookie several times, and a malformed one costs an exception each time. Browsers
 * send at most 180 cookies to a site.
 */
const COOKIES_MAX = 200;
/** Next looks for bots with a regular expression that takes quadratic time. */
const USER_AGENT_BYTES_MAX = 1_024;

/**
 * Limits of a page's target, because Next reads a repeated parameter in quadratic time. A search with
 * every filter and choice, refined to 100 hosts, has 121 parameters and 6 KB.
 */
export const PAGE_TARGET_BYTES_MAX = 8 * 1024;
export const PAGE_PARAMETERS_MAX = 200;

/** Headers that must not repeat: two servers could read such a request differently. */
const ONCE: ReadonlySet<string> = new Set(["host", "content-length", "transfer-encoding"]);

/**
 * Returns the status that rejects a request head which no browser and no well-behaved program
 * sends; null for an ordinary one.
 *
 * 400  a target other than a path (RFC 9112 §3.2), a version other than HTTP/1, TRACE, an upgrade
 *      other than h2c, which may be ignored (RFC 9110 §7.8), or a body that two servers in a row
 *      could read as different requests (RFC 9112 §6.1, §11.2). Also a page's id that cannot be
 *      decoded, to which Next answers 500.
 * 405  a body for a page that takes none: Next would buffer all of it before our code runs.
 * 413  a body for a page that is longer than the route allows, or of unknown length.
 * 414  a page's target of more than 8 KB or 200 parameters.
 * 421  a host name that is not ours: another site's page could reach this server by DNS rebinding.
 *      Balancers call the routes for anyone under any name; those reveal nothing to such a page.
 * 431  a head longer than 16 KB in all, with more than 200 lines or cookies, or with a
 *      user agent of more than 1 KB.
 */
export function rejectReason(
  request: IncomingMessage,
  {
    isOurHost,
    route,
  }: {
    isOurHost: (host: string) => boolean;
    /** The route of the target; null for a page that is not in the table. */
    route: Pick<Route, "handler" | "caller" | "bodyBytesMax"> | null;
  },
): RejectionStatus | null {
  const { method, url = "", headers, rawHeaders, httpVersionMajor } = request;
  let bytes = url.length;
  for (const part of rawHeaders) bytes += part.length + 2;
  if (rawHeaders.length > 2 * LINES_MAX || bytes > HEAD_BYTES_MAX) return 431;
  if (headers.cookie !== undefined && headers.cookie.split(";").length > COOKIES_MAX) return 431;
  if ((headers["user-agent"]?.length ?? 0) > USER_AGENT_BYTES_MAX) return 431;
  if (httpVersionMajor !== 1 || !isPath(url) || !isPassable(headers.upgrade)) return 400;
  if (hasAmbiguousHeader(rawHeaders)) return 400;
  const coding = headers["transfer-encoding"];
  const hasNoBody = method === "GET" || method === "HEAD" || method === "DELETE";
  if (coding !== undefined && (hasNoBody || coding.toLowerCase() !== "chunked")) return 400;
  if (method === "TRACE") return 400;
  if (!hasDecodableId(url)) return 400;
  // Only HTTP/1.0 may have no host, and no browser speaks it.
  const { host } = headers;
  const isForOurHost = host === undefined || isOurHost(host);
  if (!isForOurHost && route?.caller !== "anyone") return 421;
  const isPage = route === null || route.handler === "page";
  if (isPage && isTooLong(url)) return 414;
  // The application limits the bodies of the other routes itself.
  if (!isPage || method === "GET" || method === "HEAD" || !hasBody(request)) return null;
  const bytesMax = route?.bodyBytesMax ?? 0;
  if (bytesMax === 0) return 405;
  return coding !== undefined || Number(headers["content-length"]) > bytesMax ? 413 : null;
}

function hasAmbiguousHeader(rawHeaders: readonly string[]): boolean {
  const found = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? "";
    if (!ONCE.has(name)) continue;
    if (found.has(name)) return true;
    found.add(name);
  }
  return false;
}

/**
 * Decides whether the `Host` of a request is this server's: the name of `publicUrl`, one of
 * `allowedHosts`, a loopback name or an IP address. DNS rebinding needs a name of its own.
 */
export function createHostCheck({
  publicUrl,
  allowedHosts,
}: {
  publicUrl: string;
  allowedHosts: readonly string[];
}): (host: string) => boolean {
  const names = new Set([hostNameOf(new URL(publicUrl).host), ...allowedHosts]);
  return (host) => {
    const name = hostNameOf(host);
    return names.has(name) || isLoopbackHost(name) || isIpAddress(name);
  };
}

/** Whether a target begins a path. A second slash or a backslash would begin a host name. */
function isPath(target: string): boolean {
  return /^\/(?!\/)[^\\?]*(\?|$)/.test(target);
}

function isTooLong(target: string): boolean {
  return target.length > PAGE_TARGET_BYTES_MAX || target.split("&").length > PAGE_PARAMETERS_MAX;
}

/** Folders of pages and files with an id in their path (lib/web/route.ts). */
const WITH_ID = /^\/(?:library|collections|invitation|console\/accounts|picker\/original)\//;

function hasDecodableId(target: string): boolean {
  if (!WITH_ID.test(target)) return true;
  try {
    decodeURIComponent(target.replace(/\?.*/, ""));
    return true;
  } catch {
    return false;
  }
}

/** Whether HTTP/1.1 may answer: clients such as Java's offer HTTP/2 in clear text. */
function isPassable(protocol: string | undefined): boolean {
  return protocol === undefined || protocol.trim().toLowerCase() === "h2c";
}

/** Removes Next's internal headers, and the ignored offer of HTTP/2. */
export function stripInternalHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (INTERNAL.test(name)) delete headers[name];
  delete headers.upgrade;
  delete headers["http2-settings"];
}

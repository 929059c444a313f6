import "server-only";
import type { IncomingMessage } from "node:http";

/**
 * Headers by which Next's own parts speak to each other. From outside they could only do harm, as
 * past advisories of Next show (`x-middleware-subrequest` once went round every check).
 */
const INTERNAL =
  /^(x-middleware-|x-invoke-|x-action-|x-matched-path$|x-now-|x-next-|x-nextjs-|next-resume$|next-action$|x-prerender-)/;

/** Node leaves out what comes after its own number of lines, and so hides it from us. */
const LINES_MAX = 200;
const HEAD_BYTES_MAX = 16 * 1024;

/** A request that has one of these twice can be read in two ways. */
const ONCE = ["host", "content-length", "transfer-encoding"];

/**
 * Why a request's head is one that no browser and no honest program sends us, as the status to
 * refuse it with; null for an ordinary one.
 *
 * Refused is another target than a path of ours (RFC 9112 §3.2), another version than HTTP/1, a wish
 * for another protocol but HTTP/2, which may be passed over (RFC 9110 §7.8), a body that two servers
 * in a row could read as different requests (RFC 9112 §6.1, §11.2), a body for a page (405: Next would
 * hold all of it in memory before anybody is asked), TRACE, and a head longer than 16 KB in all.
 */
export function rejectReason(request: IncomingMessage): 400 | 405 | 431 | null {
  const { method, url = "", headers, headersDistinct, rawHeaders, httpVersionMajor } = request;
  const bytes = rawHeaders.reduce((sum, part) => sum + part.length + 2, url.length);
  if (rawHeaders.length > 2 * LINES_MAX || bytes > HEAD_BYTES_MAX) return 431;
  if (httpVersionMajor !== 1 || !isPath(url) || !isPassable(headers.upgrade)) return 400;
  if (ONCE.some((name) => (headersDistinct[name]?.length ?? 0) > 1)) return 400;
  const coding = headers["transfer-encoding"];
  const hasNoBody = method === "GET" || method === "HEAD" || method === "DELETE";
  if (coding !== undefined && (hasNoBody || coding.toLowerCase() !== "chunked")) return 400;
  if (method === "TRACE") return 400;
  const hasBody = coding !== undefined || Number(headers["content-length"] ?? 0) !== 0;
  return hasBody && method !== "GET" && method !== "HEAD" && !takesBody(url) ? 405 : null;
}

/** Addresses for programs read as much of a body as they want. */
function takesBody(target: string): boolean {
  return /^\/(?:api|v1|thumb)\//.test(new URL(target, "http://gallery").pathname);
}

/** Two slashes, or a backslash that some readers take for one, would begin a name. */
function isPath(target: string): boolean {
  return /^\/(?!\/)[^\\?]*(\?|$)/.test(target);
}

/** HTTP/2 in clear text is offered by programs such as Java's, and HTTP/1.1 will do. */
function isPassable(protocol: string | undefined): boolean {
  return protocol === undefined || protocol.trim().toLowerCase() === "h2c";
}

/** Takes away what only Next may say to itself, and what was passed over, before anybody reads it. */
export function stripInternalHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (INTERNAL.test(name)) delete headers[name];
  delete headers.upgrade;
  delete headers["http2-settings"];
}

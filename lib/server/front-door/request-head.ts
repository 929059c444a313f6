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
 * for another protocol, a body that two servers in a row could read as different requests
 * (RFC 9112 §6.1, §11.2), TRACE, and a head longer than 16 KB in all.
 */
export function refusalOf(request: IncomingMessage): 400 | 431 | null {
  const { method, url = "", headers, headersDistinct, rawHeaders, httpVersionMajor } = request;
  const bytes = rawHeaders.reduce((sum, part) => sum + part.length + 2, url.length);
  if (rawHeaders.length > 2 * LINES_MAX || bytes > HEAD_BYTES_MAX) return 431;
  if (httpVersionMajor !== 1 || !isPath(url) || headers.upgrade !== undefined) return 400;
  if (ONCE.some((name) => (headersDistinct[name]?.length ?? 0) > 1)) return 400;
  const coding = headers["transfer-encoding"];
  const hasNoBody = method === "GET" || method === "HEAD" || method === "DELETE";
  if (coding !== undefined && (hasNoBody || coding.toLowerCase() !== "chunked")) return 400;
  return method === "TRACE" ? 400 : null;
}

/** Two slashes, or a backslash that some readers take for one, would begin a name. */
function isPath(target: string): boolean {
  return /^\/(?!\/)[^\\?]*(\?|$)/.test(target);
}

/** Takes away what only Next may say to itself, before Next, or anything else, reads it. */
export function forgetInternalHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (INTERNAL.test(name)) delete headers[name];
}

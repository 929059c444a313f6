import "server-only";
import type { IncomingMessage } from "node:http";

/**
 * Headers by which Next's own parts speak to each other. From outside they could only do harm, as
 * past advisories of Next show (`x-middleware-subrequest` once went round every check).
 */
const INTERNAL =
  /^(x-middleware-|x-invoke-|x-matched-path$|x-now-|x-next-|x-nextjs-|next-resume$|next-action$|x-prerender-)/;

/**
 * Whether a request's head is one that no browser and no honest program sends us: another target
 * than a path of ours (RFC 9112 §3.2), a wish for another protocol, or a body of unknown length
 * where none belongs, by which two servers in a row come to read two different requests.
 */
export function isHostileHead({ method, url, headers }: IncomingMessage): boolean {
  if (url === undefined || !url.startsWith("/") || url.startsWith("//")) return true;
  if (headers.upgrade !== undefined) return true;
  const hasNoBody = method === "GET" || method === "HEAD" || method === "DELETE";
  return hasNoBody && headers["transfer-encoding"] !== undefined;
}

/** Takes away what only Next may say to itself, before Next, or anything else, reads it. */
export function forgetInternalHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (INTERNAL.test(name)) delete headers[name];
}

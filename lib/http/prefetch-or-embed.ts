import "server-only";
import { isCrossOrigin } from "@/lib/gallery/cross-site";

/** What Next's own router sends when it loads a page ahead, by any of its ways. */
const ROUTER_PREFETCH = ["next-router-prefetch", "next-router-segment-prefetch"] as const;

/**
 * Whether a request for a page of results comes from no person's wish: a browser or a router that
 * loads ahead, or another origin that names the address as its picture, script or frame; its link
 * is followed by a person. A search may cost money, so such a request is refused, and so is every
 * method but GET. Programs that send none of these headers are let through.
 */
export function isPrefetchOrEmbed({
  method,
  headers,
}: Pick<Request, "method" | "headers">): boolean {
  // Next would render the page for HEAD as well, and so search, for nobody to see.
  if (method !== "GET") return true;
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  if (/\b(prefetch|prerender)\b/.test(purpose)) return true;
  if (ROUTER_PREFETCH.some((name) => headers.has(name))) return true;
  const destination = headers.get("sec-fetch-dest");
  return isCrossOrigin(headers) && destination !== null && destination !== "document";
}

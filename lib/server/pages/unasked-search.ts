import "server-only";

/**
 * Whether a request for a page of results comes from no person's wish: a browser that loads ahead,
 * or another site that names the address as its picture, script or frame. A search may cost money,
 * so such a request is refused, and so is every method but GET. Programs that send neither header are let through.
 */
export function isUnaskedSearch({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  // Next would render the page for HEAD as well, and so search, for nobody to see.
  if (method !== "GET") return true;
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  if (/\b(prefetch|prerender)\b/.test(purpose)) return true;
  const site = headers.get("sec-fetch-site");
  const destination = headers.get("sec-fetch-dest");
  return site === "cross-site" && destination !== null && destination !== "document";
}

import "server-only";
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import type { ContentCoding } from "@/lib/platform/bytes-response";

// Browsers send a handful of different headers.
const accepted = new LRUCache<string, ContentCoding | "identity">({ max: 100 });

/** The best content coding that a client accepts; null for none. */
export function acceptedCoding(request: Pick<IncomingMessage, "headers">): ContentCoding | null {
  const header = request.headers["accept-encoding"];
  if (header === undefined) return null;
  const known = accepted.get(header) ?? negotiate(request);
  accepted.set(header, known);
  return known === "identity" ? null : known;
}

function negotiate({ headers }: Pick<IncomingMessage, "headers">): ContentCoding | "identity" {
  const codings = new Negotiator({ headers }).encodings(["br", "gzip"]);
  if (codings.includes("br")) return "br";
  return codings.includes("gzip") ? "gzip" : "identity";
}

import "server-only";
import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";
import type { ContentCoding } from "@/lib/platform/bytes-response";

/** The best content coding that a client accepts; null for none. */
export function acceptedCoding({
  headers,
}: Pick<IncomingMessage, "headers">): ContentCoding | null {
  if (headers["accept-encoding"] === undefined) return null;
  const codings = new Negotiator({ headers }).encodings(["br", "gzip"]);
  if (codings.includes("br")) return "br";
  return codings.includes("gzip") ? "gzip" : null;
}

import "server-only";
import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";
import type { ContentCoding } from "@/lib/platform/bytes-response";

/** The best content coding that a client accepts; null for none. */
export function acceptedCoding(request: IncomingMessage): ContentCoding | null {
  const accepted = new Negotiator(request).encodings(["br", "gzip"]);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : null;
}

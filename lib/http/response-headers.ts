import "server-only";
import type { ServerResponse } from "node:http";
import { BytesResponse } from "@/lib/platform/bytes-response";

/** What every response has, besides its `x-request-id`. */
export const RESPONSE_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

const COMMON = Object.entries(RESPONSE_HEADERS);

/**
 * Adds the common headers to a response: the last step of every route, refusal, file and page. A value
 * that the response has already, or that Next sets later, takes precedence.
 *
 * `cacheControl` is for a response without a `Cache-Control` of its own.
 */
export function addResponseHeaders(
  response: Response | ServerResponse,
  requestId: string,
  cacheControl?: string,
): void {
  if (cacheControl !== undefined) addHeader(response, "cache-control", cacheControl);
  for (const [name, value] of COMMON) addHeader(response, name, value);
  addHeader(response, "x-request-id", requestId);
}

function addHeader(response: Response | ServerResponse, name: string, value: string): void {
  // Hot paths: reading `headers` of a `BytesResponse` would create a `Headers`.
  if (response instanceof BytesResponse) {
    if (response.field(name) === null) response.setField(name, value);
  } else if (response instanceof Response) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  } else if (!response.hasHeader(name)) response.setHeader(name, value);
}

import "server-only";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { Handler } from "@/lib/platform/http";

/** Says which service answers searches here, and nothing about how. */
export function serviceEndpoint(label: () => Promise<ServiceLabel>): Handler {
  return async () => Response.json(await label(), { headers: { "cache-control": "no-store" } });
}

import "server-only";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { type Endpoint, FILE } from "@/lib/web/route";

/** GET /api/service: which service answers searches, as a `ServiceLabel`. */
export function serviceLabelEndpoint(label: () => Promise<ServiceLabel>): Endpoint {
  return {
    ...FILE,
    path: "/api/service",
    errorForm: "gallery",
    cacheControl: "no-store",
    handler: async () => BytesResponse.of(await label()),
  };
}

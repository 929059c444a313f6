import { handle } from "@/lib/server/http";
import { serviceEndpoint } from "@/lib/server/search/service-endpoint";
import { vitrine } from "@/lib/vitrine";

/** GET /api/service — which service answers searches here: a `ServiceLabel`. */
export const GET = handle(serviceEndpoint(() => vitrine().label()));

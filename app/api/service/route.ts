import { serviceEndpoint } from "@/lib/gallery/service-endpoint";
import { handle } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

/** GET /api/service — which service answers searches here: a `ServiceLabel`. */
export const GET = handle(serviceEndpoint(() => vitrine().label()));

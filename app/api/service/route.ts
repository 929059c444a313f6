import { serviceLabelEndpoint } from "@/lib/gallery/search-endpoint";
import { handle } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

/** GET /api/service — which service answers searches here: a `ServiceLabel`. */
export const GET = handle(serviceLabelEndpoint(() => vitrine().label()));

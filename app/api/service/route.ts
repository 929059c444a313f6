import { handle } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

/** GET /api/service: which service answers searches, as a `ServiceLabel`. */
export const GET = handle(async () =>
  Response.json(await vitrine().label(), { headers: { "cache-control": "no-store" } }),
);
// Otherwise the build runs it once.
export const dynamic = "force-dynamic";

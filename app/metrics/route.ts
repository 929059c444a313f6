import { handle } from "@/lib/server/http";
import { metricsEndpoint } from "@/lib/server/metrics-endpoint";
import { vitrine } from "@/lib/vitrine";

export const GET = handle((request, context) => {
  const { metrics, config } = vitrine();
  return metricsEndpoint({ metrics, token: config.metricsToken })(request, context);
});
export const dynamic = "force-dynamic";

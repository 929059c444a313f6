import { metricsEndpoint } from "@/lib/http/operator-endpoints";
import { handle } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

export const GET = handle((request, context) => {
  const { metrics, config } = vitrine();
  return metricsEndpoint({ metrics, token: config.metricsToken })(request, context);
});
export const dynamic = "force-dynamic";

import { healthEndpoint } from "@/lib/http/operator-endpoints";
import { handle } from "@/lib/platform/http";

export const GET = handle(healthEndpoint);
export const dynamic = "force-dynamic";

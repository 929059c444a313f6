import { healthEndpoint } from "@/lib/http/health";
import { handle } from "@/lib/platform/http";

export const GET = handle(healthEndpoint);
export const dynamic = "force-dynamic";

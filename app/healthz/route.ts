import { healthEndpoint } from "@/lib/server/health";
import { handle } from "@/lib/server/http";

export const GET = handle(healthEndpoint);
export const dynamic = "force-dynamic";

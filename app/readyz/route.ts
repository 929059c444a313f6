import { handle } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

export const GET = handle((request, context) => vitrine().ready(request, context));
export const dynamic = "force-dynamic";

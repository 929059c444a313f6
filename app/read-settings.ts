import { cookies } from "next/headers";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { Filters } from "@/lib/contract/search-query";
import { FILTERS_COOKIE, parseFilters } from "@/lib/core/settings/default-filters";

/** Returns the filters that this browser's empty search forms start with. */
export async function readFilters(service: ServiceLabel | null): Promise<Filters> {
  const text = (await cookies()).get(FILTERS_COOKIE)?.value;
  return parseFilters(text, service?.isStrictOnly);
}

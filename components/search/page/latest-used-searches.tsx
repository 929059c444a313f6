"use client";

import { UsedSearches } from "@/components/site/used-searches";
import { useNewSearch } from "@/lib/client/search-offer";

/** The used searches, by the latest response. */
export function LatestUsedSearches() {
  return <UsedSearches budget={useNewSearch().budget} />;
}

"use client";

import { UsedSearches } from "@/components/site/used-searches";
import { useSearchOffer } from "@/lib/client/search-offer";

/** The used searches, by the latest response. */
export function LatestUsedSearches() {
  return <UsedSearches budget={useSearchOffer().budget} />;
}

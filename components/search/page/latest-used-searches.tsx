"use client";

import { UsedSearches } from "@/components/site/used-searches";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { useSearchState } from "./search-state";

/** The used searches from the latest answer, or else from the server-rendered page. */
export function LatestUsedSearches({ budget }: { budget: SearchAnswer["budget"] }) {
  const { outcome } = useSearchState();
  const latest = outcome?.kind === "answer" ? outcome.answer.budget : null;
  return <UsedSearches budget={latest ?? budget} />;
}

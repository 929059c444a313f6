"use client";

import { SpentLine } from "@/components/site/spent-line";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { useSearchState } from "./search-state";

/** What is spent as the latest answer tells it; before there is one, as the page came with it. */
export function SpentNow({ budget }: { budget: SearchAnswer["budget"] }) {
  const { outcome } = useSearchState();
  const latest = outcome?.kind === "answer" ? outcome.answer.budget : null;
  return <SpentLine budget={latest ?? budget} />;
}

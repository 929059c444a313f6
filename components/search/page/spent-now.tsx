"use client";

import { SpentLine } from "@/components/site/spent-line";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { useSearchState } from "./search-state";

/** The used searches of the latest answer, or else of the server-rendered page. */
export function SpentNow({ budget }: { budget: SearchAnswer["budget"] }) {
  const { outcome } = useSearchState();
  const latest = outcome?.kind === "answer" ? outcome.answer.budget : null;
  return <SpentLine budget={latest ?? budget} />;
}

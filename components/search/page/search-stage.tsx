"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { useLoaded } from "@/lib/client/use-loaded";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import { costOf } from "@/lib/core/query/search-outcome";

async function loadStaged() {
  const loaded = await import("./staged-results");
  await loaded.isReady;
  return loaded;
}

type SearchStageProps = {
  service: ServiceLabel | null;
  budget?: SearchAnswer["budget"];
  /** The page without results. */
  children: ReactNode;
};

/**
 * Replaces a page without results by the results of a search, without loading a document: the URL
 * changes, and Back restores the page. The code loads on first interaction; before that, and without
 * scripts, the browser follows forms and links itself.
 */
export function SearchStage({ service, budget = null, children }: SearchStageProps) {
  const staged = useLoaded(loadStaged);
  const isPaid = costOf(service) === "paid";
  const isStaged = usePathname() === "/search" && staged !== null;

  // Pages of results handle their forms and links themselves.
  useEffect(
    () => (isStaged ? undefined : staged?.stageSearches({ isPaid })),
    [staged, isStaged, isPaid],
  );

  return isStaged ? <staged.StagedResults service={service} budget={budget} /> : children;
}

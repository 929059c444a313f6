"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { NewSearchContext, useLatestNewSearch } from "@/lib/client/new-search";
import { useLoaded } from "@/lib/client/use-loaded";
import type { NewSearch } from "@/lib/contract/new-search";
import type { ServiceLabel } from "@/lib/contract/search-answer";

async function loadStaged() {
  const loaded = await import("./staged-results");
  await loaded.isReady;
  return loaded;
}

type SearchStageProps = {
  service: ServiceLabel | null;
  newSearch: NewSearch;
  /** The page without results. */
  children: ReactNode;
};

/**
 * Replaces a page without results by the results of a search, without loading a document: the URL
 * changes, and Back restores the page. The code loads when the browser is idle; before that, and without
 * scripts, the browser follows forms and links itself.
 */
export function SearchStage({ service, newSearch: ofPage, children }: SearchStageProps) {
  const newSearch = useLatestNewSearch(ofPage);
  const staged = useLoaded(loadStaged);
  const isStaged = usePathname() === "/search" && staged !== null;

  // Pages of results handle their forms and links themselves.
  useEffect(
    () => (isStaged ? undefined : staged?.stageSearches(newSearch)),
    [staged, isStaged, newSearch],
  );

  return isStaged ? (
    <staged.StagedResults service={service} newSearch={newSearch} />
  ) : (
    <NewSearchContext value={newSearch}>{children}</NewSearchContext>
  );
}

"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { useLoaded } from "@/lib/client/use-loaded";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";

async function loadStaged() {
  const loaded = await import("./staged-results");
  await loaded.isReady;
  return loaded;
}

type SearchStageProps = {
  service: ServiceLabel | null;
  budget?: SearchAnswer["budget"];
  /** The page. */
  children: ReactNode;
};

/**
 * Shows the results of a search in place of a page without results, without loading a document: the
 * URL changes, and Back shows the page again. The code loads on first interaction; until then, and
 * without scripts, the browser follows forms and links itself.
 */
export function SearchStage({ service, budget = null, children }: SearchStageProps) {
  const staged = useLoaded(loadStaged);
  const isStaged = usePathname() === "/search" && staged !== null;

  // The results handle their forms and links themselves.
  useEffect(() => (isStaged ? undefined : staged?.stageSearches()), [staged, isStaged]);

  return isStaged ? <staged.StagedResults service={service} budget={budget} /> : children;
}

"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { onFirstInteraction } from "@/lib/client/on-first-interaction";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";

type Staged = typeof import("./staged-results");

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
  const [staged, setStaged] = useState<Staged | null>(null);
  const isStaged = usePathname() === "/search" && staged !== null;

  useEffect(
    () =>
      onFirstInteraction(() => {
        import("./staged-results")
          .then(async (loaded) => {
            await loaded.isReady;
            setStaged(loaded);
          })
          .catch(() => {});
      }),
    [],
  );
  // The results handle their forms and links themselves.
  useEffect(() => (isStaged ? undefined : staged?.stageSearches()), [staged, isStaged]);

  return isStaged ? <staged.StagedResults service={service} budget={budget} /> : children;
}

"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { SearchOfferContext, useLatestSearchOffer } from "@/lib/client/search-offer";
import { useLoaded } from "@/lib/client/use-loaded";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";

const loadStaged = () => import("./staged-results");

type SearchStageProps = {
  service: ServiceLabel | null;
  searchOffer: SearchOffer;
  /**
   * False for a page that would lose its place and its filter if results replaced it: its searches load
   * a document.
   */
  isReplaced?: boolean | undefined;
  /** The page without results. */
  children: ReactNode;
};

/**
 * Replaces a page without results by the results of a search, without loading a document: the URL
 * changes, and Back restores the page. The code loads when the browser is idle; before that, and without
 * scripts, the browser follows forms and links itself.
 */
export function SearchStage(props: SearchStageProps) {
  const { service, searchOffer: ofPage, isReplaced = true, children } = props;
  const searchOffer = useLatestSearchOffer(ofPage);
  const staged = useLoaded(loadStaged);
  const isStaged = usePathname() === "/search" && staged !== null;

  const isStrictOnly = service?.isStrictOnly;
  // Pages of results handle their forms and links themselves.
  useEffect(
    () => (isStaged ? undefined : staged?.stageSearches({ searchOffer, isStrictOnly, isReplaced })),
    [staged, isStaged, searchOffer, isStrictOnly, isReplaced],
  );

  return isStaged ? (
    <staged.StagedResults service={service} searchOffer={searchOffer} />
  ) : (
    <SearchOfferContext value={searchOffer}>{children}</SearchOfferContext>
  );
}

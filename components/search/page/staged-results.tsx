"use client";

import { useEffect, useLayoutEffect, useState } from "react";
import { submitSearch } from "@/lib/client/searches";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";
import { readAsked, searchApiUrl, writtenFields } from "@/lib/core/query/search-outcome";
import { enteredHref, watchTyping } from "../form/search-fields";
import { loadScreens } from "../screens/lazy-screens";
import { ResultsPage } from "./results-page";
import { clickedSearch } from "./search-links";

type StagedSearches = {
  searchOffer: SearchOffer;
  /** Whether the operator has locked safe search. */
  isStrictOnly: boolean | undefined;
  /** As in `SearchStage`. */
  isReplaced: boolean;
};

/**
 * Suggests searches if they are free. On a page that results may replace, makes the search forms and
 * links change the URL instead of loading a document.
 */
export function stageSearches(searches: StagedSearches): () => void {
  const { searchOffer, isStrictOnly = false, isReplaced } = searches;
  const done = new AbortController();
  const { signal } = done;
  for (const form of document.querySelectorAll<HTMLFormElement>("form[role=search]")) {
    if (searchOffer.cost === "free") watchTyping(form, signal);
  }
  if (!isReplaced) {
    // A form that may pay posts. Without a connection only a GET gets an answer: the service worker's.
    const onSubmit = ({ target }: SubmitEvent) => {
      const form = target as HTMLFormElement;
      if (navigator.onLine || !form.matches("[role=search]")) return;
      form.method = "get";
      form.action = "/search";
    };
    document.addEventListener("submit", onSubmit, { signal });
    return () => done.abort();
  }
  loadScreens();
  const stage = (event: Event, href: string | null, isFree = false) => {
    if (href === null) return;
    event.preventDefault();
    const asked = readAsked(new URLSearchParams(href.split("?")[1]), isStrictOnly);
    if (asked.kind === "query") {
      submitSearch(searchApiUrl(asked.query), !isFree && searchOffer.refusal === null);
    }
    history.pushState(null, "", href);
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.matches("[role=search]")) stage(event, enteredHref(form));
  };
  const onClick = (event: MouseEvent) => {
    const link = clickedSearch(event);
    if (link !== null) stage(event, link.href, link.isFree);
  };
  document.addEventListener("submit", onSubmit, { signal });
  document.addEventListener("click", onClick, { signal });
  return () => done.abort();
}

type StagedResultsProps = { service: ServiceLabel | null; searchOffer: SearchOffer };

/** The page of results in place of another page; restores that page's title and position at the end. */
export function StagedResults({ service, searchOffer }: StagedResultsProps) {
  const [fields] = useState(() => writtenFields(new URLSearchParams(location.search)));
  const [before] = useState(() => ({ title: document.title, top: scrollY }));

  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: "instant" });
    // On a touch screen, focusing the field would open the keyboard.
    const start = matchMedia("(hover: none)").matches ? "main" : "[type=search]";
    document.querySelector<HTMLElement>(start)?.focus({ preventScroll: true });
  }, []);
  useEffect(
    () => () => {
      document.title = before.title;
      scrollTo({ top: before.top, behavior: "instant" });
    },
    [before],
  );

  return (
    <ResultsPage fields={fields} known={NOTHING} service={service} searchOffer={searchOffer} />
  );
}

const NOTHING = {};

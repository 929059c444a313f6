"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ImageGrid } from "@/components/grid/image-grid";
import { RefinementRow } from "@/components/refinement/refinement-row";
import { useRefinedAnswer } from "@/components/refinement/use-refined-answer";
import { GridProvider } from "@/lib/client/grid-provider";
import type { SelectionStore } from "@/lib/client/image-store";
import { useSearchOffer } from "@/lib/client/search-offer";
import { useLoaded } from "@/lib/client/use-loaded";
import { usePageSearch } from "../page/page-search";
import {
  AnswerNote,
  EmptyScreen,
  FailureScreen,
  IdleScreen,
  loadScreens,
  MoreImages,
  RetryAll,
  WaitingScreen,
} from "../screens/lazy-screens";
import type { GroupedImages } from "./duplicates";
import styles from "./search-results.module.css";
import { SummaryLine } from "./summary-line";
import { tools as editorsTools, type LazyTools } from "./tools";

const NONE: ReadonlySet<string> = new Set();

type SearchResultsProps = {
  /** The refinement form for pages without scripts, for the server-rendered answer. */
  plainRefinement?: ReactNode;
  /** The palette of the server-rendered answer, shown until its code is loaded. */
  plainPalette?: ReactNode;
  /** Precedes the images of the server-rendered answer. */
  firstNote?: ReactNode;
  /** Follows the images of the server-rendered answer. */
  firstMore?: ReactNode;
  /** In place of the editor's tools; the same object on each render. */
  lazyTools?: LazyTools;
  /** The selection of those tools; by default that of results. */
  store?: SelectionStore;
};

/** The images of a search, or the screen for an empty answer, a failure or the wait. */
export function SearchResults(props: SearchResultsProps) {
  const { plainRefinement, plainPalette, firstNote, firstMore } = props;
  const { lazyTools = editorsTools, store } = props;
  const { asked, search, refinement, outcome, isWaiting, service, go } = usePageSearch();
  const [notLoading, setNotLoading] = useState(NONE);
  const onLoadChange = useCallback(
    (id: string, isLoaded: boolean) => setNotLoading((ids) => toggled(ids, id, !isLoaded)),
    [],
  );
  const searchOffer = useSearchOffer();
  const [firstSearchOffer] = useState(searchOffer);
  const loadAll = useCallback(() => {
    loadScreens();
    return lazyTools.load();
  }, [lazyTools]);
  const tools = useLoaded(loadAll, lazyTools.loaded);
  useEarlySelectAll(tools !== null);
  // Opens a menu whose button was pressed before hydration. A held button fires its own click.
  useEffect(() => {
    const pressed = "[aria-haspopup]:focus:not(:focus-visible, :active)";
    document.querySelector<HTMLElement>(pressed)?.click();
  }, []);
  const [grouped, setGrouped] = useState<GroupedImages | null>(null);
  const query = asked.kind === "query" ? asked.query : null;
  const found = outcome?.kind === "answer" ? outcome.answer : null;
  const [first] = useState(found);
  const refined = useRefinedAnswer(found?.images ?? null, refinement);

  let content: ReactNode;
  if (asked.kind === "nothing") content = <IdleScreen service={service} />;
  else if (outcome === undefined) {
    content = query !== null && <WaitingScreen query={query} service={service} />;
  } else if (outcome.kind === "failure") {
    content = (
      <FailureScreen
        key={search}
        failure={outcome.failure}
        queryString={`${search}&${refinement}`}
        // The picker cannot link to collections: only its own page may be framed.
        hasCollections={lazyTools === editorsTools}
      />
    );
  } else if (outcome.answer.images.length === 0) {
    content = <EmptyScreen answer={outcome.answer} />;
  } else {
    const { answer } = outcome;
    const { images } = answer;
    const all = refined?.images ?? images;
    const groups = grouped?.of === all ? grouped : null;
    const shown = groups?.images ?? all;
    const notLoadingIn = (list: typeof shown) => list.filter(({ id }) => notLoading.has(id)).length;
    const notLoadingCount = notLoadingIn(shown);
    const { failed = null, failureUsed } = outcome;
    const related = shown.find(({ isRelated }) => isRelated);
    content = (
      <>
        <SummaryLine answer={answer} notLoadingCount={notLoadingIn(images)} />
        {(failed ?? answer.staleReason ?? answer.changed) !== null && (
          <AnswerNote answer={answer} failed={failed} failureUsed={failureUsed} />
        )}
        {answer === first && firstNote}
        {(images.length > 1 || refined !== null || lazyTools !== editorsTools) && (
          <RefinementRow
            images={images}
            query={answer.query}
            cost={searchOffer.cost}
            refined={refined}
            plainForm={plainRefinement}
            plainPalette={answer === first && plainPalette}
            go={go}
          >
            {notLoadingCount > 1 && <RetryAll count={notLoadingCount} />}
            {tools !== null && <tools.Grouping images={all} onGroup={setGrouped} />}
          </RefinementRow>
        )}
        <ImageGrid
          images={shown}
          notes={groups?.notes}
          lines={related && new Map([[related.id, <AnswerNote key="" answer={answer} isLine />]])}
          store={store}
          query={answer.query}
          service={answer.service}
          page={refinement === "" ? search : `${search}&${refinement}`}
          onLoadChange={onLoadChange}
        />
        {refined !== null && (
          <refined.End
            allCount={images.length}
            query={answer.query}
            refined={refined}
            notLoadingCount={notLoadingCount}
          />
        )}
        {answer === first && searchOffer === firstSearchOffer ? (
          firstMore
        ) : (
          <MoreImages answer={answer} searchOffer={searchOffer} />
        )}
        {tools !== null && <tools.SearchTools answer={answer} shown={shown} />}
      </>
    );
  }

  return (
    // The skip link leads to the images, or to the screen that replaces them.
    <div
      id={found?.images.length ? undefined : "results"}
      className={styles.results}
      aria-busy={isWaiting}
    >
      <GridProvider>{content}</GridProvider>
    </div>
  );
}

/** Makes Ctrl+A select the images, not the page's text, before the tools are loaded. */
function useEarlySelectAll(isLoaded: boolean): void {
  const pressed = useRef<KeyboardEvent>(null);
  useEffect(() => {
    if (isLoaded) {
      if (pressed.current) document.dispatchEvent(new KeyboardEvent("keydown", pressed.current));
      return;
    }
    const onKey = (event: KeyboardEvent) => {
      const isSelectAll = event.key === "a" && (event.ctrlKey || event.metaKey);
      if (!isSelectAll || (event.target as Element).matches("input, textarea")) return;
      event.preventDefault();
      pressed.current = event;
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isLoaded]);
}

/** Returns the set with or without `id`; the same set if nothing changes. */
function toggled(ids: ReadonlySet<string>, id: string, isMember: boolean): ReadonlySet<string> {
  if (ids.has(id) === isMember) return ids;
  const next = new Set(ids);
  next[isMember ? "add" : "delete"](id);
  return next;
}

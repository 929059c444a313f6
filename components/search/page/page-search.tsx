"use client";

import { useSearchParams } from "next/navigation";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { announce } from "@/components/ui/announcer";
import { navigationType } from "@/lib/client/navigation-type";
import { onIdleOrInteraction } from "@/lib/client/on-idle-or-interaction";
import { SearchOfferContext, useLatestSearchOffer } from "@/lib/client/search-offer";
import { searchAgain, startSearch, submitSearch } from "@/lib/client/searches";
import { useRestoredPosition } from "@/lib/client/use-restored-position";
import { useSearch } from "@/lib/client/use-search";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";
import type { SearchQuery } from "@/lib/contract/search-query";
import {
  type AskedQuery,
  FREE_MARK,
  readAsked,
  type SearchOutcome,
  searchApiUrl,
  searchHref,
} from "@/lib/core/query/search-outcome";
import { contentOf, splitParameters } from "@/lib/core/refinement/parameter-groups";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { headingText } from "../results/answer-heading";
import { clickedSearch } from "./search-links";

export type PageSearch = {
  /** The search in the URL. */
  asked: AskedQuery;
  /** The query strings of the search and of the refinement. */
  search: string;
  refinement: string;
  service: ServiceLabel | null;
  /**
   * The outcome to render: of this search; at the start of a wait, of the previous search;
   * undefined once the waiting screen should show.
   */
  outcome: SearchOutcome | undefined;
  isWaiting: boolean;
  /**
   * Goes to the URL of a search, or repeats the current search if it failed or its answer is stale.
   * `isReplacing` replaces the history entry. `isFree`: the link says so, so the search is only
   * looked up.
   */
  go: (href: string, options?: { isReplacing?: boolean; isFree?: boolean }) => void;
  /** Searches again, bypassing the cache. */
  again: () => void;
};

const Context = createContext<PageSearch | null>(null);

/** Returns the state of the page's search. @throws outside `SearchProvider` */
export function usePageSearch(): PageSearch {
  const state = useContext(Context);
  if (state === null) throw new Error("usePageSearch needs a SearchProvider");
  return state;
}

/** A faster answer shows no waiting screen, because the screen would flicker. */
const LATE_MS = 50;

type SearchProviderProps = {
  /** The server-rendered outcome by its API URL, which is not requested again. */
  known: Readonly<Record<string, SearchOutcome>>;
  /** Whether opening this page may start its search. */
  mayStartSearch?: boolean;
  service: ServiceLabel | null;
  /** What a new search cost when the page was rendered. */
  searchOffer: SearchOffer;
  /** Returns the URL of this page with the search of a URL `/search?…`; by default that URL itself. */
  urlOf?: (searchHref: string) => string;
  children: ReactNode;
};

const ownUrl = (href: string) => href;

/**
 * Provides the search of a page. The URL is the state: a link or form to `/search?…` changes it
 * without a page load, and the outcome is requested once.
 */
export function SearchProvider(props: SearchProviderProps) {
  const { known, mayStartSearch, service, urlOf = ownUrl, children } = props;
  const searchOffer = useLatestSearchOffer(props.searchOffer);
  // Parameters of the view change neither group, so they cause no parsing and no rendering here.
  const { search: searched, refinement } = splitParameters(useSearchParams());
  const content = `${searched}&${refinement}`;
  const isStrictOnly = service?.isStrictOnly;
  const asked = useMemo(
    () => readAsked(new URLSearchParams(searched), isStrictOnly),
    [searched, isStrictOnly],
  );
  const query = asked.kind === "query" ? asked.query : null;
  const url = query === null ? null : searchApiUrl(query);
  // Before `useSearch` looks it up. Not after a reload, Back, or restoring a tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the page that was opened
  useLayoutEffect(() => {
    const isFree = location.hash === FREE_MARK;
    if (mayStartSearch && !isFree && url !== null && navigationType() === "navigate") {
      startSearch(url, { mayPay: true });
    }
    if (isFree) history.replaceState(null, "", location.pathname + location.search);
  }, []);
  const search = useSearch(url, known);
  const isLate = useLate(search.isWaiting);

  const found: SearchOutcome | undefined =
    asked.kind === "invalid"
      ? { kind: "failure", failure: { code: "invalid_query", problems: asked.problems } }
      : search.outcome;
  const { previous } = search;
  const isKept = previous?.kind === "answer" && isMoreOf(previous.answer, query);
  const outcome = found ?? (isLate && !isKept ? undefined : previous);
  const isShown = !search.isWaiting || found !== undefined || isLate;
  const savePosition = useRestoredPosition({
    content,
    search: query === null ? searched : searchHref(anyCount(query)),
    isShown,
  });

  const go: PageSearch["go"] = (searchUrl, { isReplacing, isFree } = {}) => {
    const href = urlOf(searchUrl);
    const goal = new URLSearchParams(href.split("?")[1]);
    const next = goal.toString();
    const wanted = readAsked(goal, isStrictOnly);
    // A search that the server would refuse is looked up: its answer may be cached.
    const mayPay = !isFree && searchOffer.refusal === null;
    const wantedUrl = wanted.kind === "query" ? searchApiUrl(wanted.query) : null;
    // The address bar may be ahead of the render, and the same search must not be sent twice.
    const bar = new URLSearchParams(location.search);
    const isThere = next === bar.toString();
    const isRendered = contentOf(goal) === content && contentOf(bar) === content;
    if (isRendered && (isThere ? hasFailed(found) : found?.kind === "failure")) {
      if (wantedUrl !== null) startSearch(wantedUrl, { mayPay, isRepeated: true });
      return;
    }
    if (isThere) return;
    if (wantedUrl !== null) submitSearch(wantedUrl, mayPay);
    if (isReplacing) history.replaceState(null, "", href);
    else {
      savePosition();
      history.pushState(null, "", href);
    }
  };
  const again = () => {
    if (url !== null) searchAgain(url);
  };
  const acts = useRef({ go, again });
  useEffect(() => {
    acts.current = { go, again };
  });
  useSearchLinks(acts);
  useAnnouncedOutcome(asked, search.isWaiting ? undefined : found, known);

  const { isWaiting } = search;
  const state = useMemo(
    () => ({
      asked,
      search: searched,
      refinement,
      service,
      outcome,
      isWaiting,
      go: (...request: Parameters<PageSearch["go"]>) => acts.current.go(...request),
      again: () => acts.current.again(),
    }),
    [asked, searched, refinement, service, outcome, isWaiting],
  );
  return (
    <Context value={state}>
      <SearchOfferContext value={searchOffer}>{children}</SearchOfferContext>
    </Context>
  );
}

const anyCount = (query: SearchQuery) => ({ ...query, count: 0 });

/** Whether an answer has some images of a search, so that they stay while the others arrive. */
export function isMoreOf(answer: SearchAnswer, query: SearchQuery | null): boolean {
  return query !== null && searchHref(anyCount(answer.query)) === searchHref(anyCount(query));
}

function hasFailed(outcome: SearchOutcome | undefined): boolean {
  return outcome?.kind === "failure" || !!outcome?.answer.staleReason;
}

function useLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting]);
  return isWaiting && isLate;
}

/** Handles clicks on links to searches, unless they open another tab or window. */
function useSearchLinks(acts: RefObject<Pick<PageSearch, "go">>): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = clickedSearch(event);
      if (link === null) return;
      event.preventDefault();
      acts.current.go(link.href, link);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [acts]);
}

/** Sets the title, announces and saves each search. For a known outcome, the server set the title. */
function useAnnouncedOutcome(
  asked: AskedQuery,
  outcome: SearchOutcome | undefined,
  known: Readonly<Record<string, SearchOutcome>>,
): void {
  // Waits for an interaction, so that other pages do not load the code that saves searches.
  useEffect(() => {
    if (outcome?.kind !== "answer" || outcome.answer.images.length === 0) return;
    const { query } = outcome.answer;
    return onIdleOrInteraction(() =>
      import("@/lib/client/recent-searches").then(
        ({ saveSearch }) => saveSearch(query),
        () => {},
      ),
    );
  }, [outcome]);
  const isFirst = useRef(Object.keys(known).length > 0);
  const query = asked.kind === "query" ? asked.query.q : null;
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    document.title = resultsMessages("pageTitle", { page: query ?? resultsMessages("noQuery") });
    if (outcome?.kind !== "failure") {
      const heading = outcome && headingText(outcome.answer);
      announce(query === null ? "" : (heading ?? resultsMessages("waiting", { query })));
      return;
    }
    let isLatest = true;
    import("@/lib/messages/failure-text").then(
      ({ failureText }) => isLatest && announce(failureText(outcome.failure.code).title),
      () => {},
    );
    return () => {
      isLatest = false;
    };
  }, [outcome, query]);
}

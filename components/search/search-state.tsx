"use client";

import { useSearchParams } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { announce } from "@/components/ui/announcer";
import { usePlaceInAnswer } from "@/lib/client/place-in-answer";
import { rememberSearch } from "@/lib/client/recent-searches";
import { useSearch } from "@/lib/client/use-search";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import {
  type AskedQuery,
  readAsked,
  type SearchOutcome,
  searchHref,
} from "@/lib/core/search-outcome";
import { ANSWER_WORDS } from "@/lib/core/words";

export type SearchState = {
  /** What the address asks. */
  asked: AskedQuery;
  /** The address behind `?`, as it stands. */
  address: string;
  service: ServiceLabel | null;
  /**
   * What to show: of this search; in the first moments of waiting, of the one before; undefined
   * once the waiting is long enough to be shown.
   */
  outcome: SearchOutcome | undefined;
  isWaiting: boolean;
  /**
   * Goes to the address of a search; one that is there already is asked again if it failed.
   * `isReplacing`: Back is to skip the address that is left.
   */
  go: (href: string, options?: { isReplacing?: boolean }) => void;
  /** Asks the service anew, although there is an answer. */
  again: () => void;
};

const Context = createContext<SearchState | null>(null);

/** The search that the address asks for, for everything inside `SearchProvider`. */
export function useSearchState(): SearchState {
  const state = useContext(Context);
  if (state === null) throw new Error("there is no SearchProvider around this");
  return state;
}

/** An answer this quick needs no sign of waiting; a sign would only flicker. */
const LATE_MS = 150;

type SearchProviderProps = {
  /** The outcome that came with the page, under its address; asked of nobody again. */
  known: Readonly<Record<string, SearchOutcome>>;
  service: ServiceLabel | null;
  children: ReactNode;
};

/**
 * Holds a page's search together: the address is the state, a link or form to `/search?…` changes
 * it without loading a page, and its outcome is asked for once.
 */
export function SearchProvider({ known, service, children }: SearchProviderProps) {
  const parameters = useSearchParams();
  const address = parameters.toString();
  const asked = useMemo(() => readAsked(new URLSearchParams(address)), [address]);
  const query = asked.kind === "query" ? asked.query : null;
  const search = useSearch(query, known);
  const isLate = useLate(search.isWaiting);

  const found: SearchOutcome | undefined =
    asked.kind === "invalid"
      ? { kind: "failure", failure: { code: "invalid_query", problems: asked.problems } }
      : search.outcome;
  const outcome = found ?? (isLate ? undefined : search.previous);
  const isShown = !search.isWaiting || found !== undefined || isLate;
  const notePlace = usePlaceInAnswer({
    address,
    search: query === null ? address : searchHref(query),
    isShown,
  });

  const go: SearchState["go"] = (href, { isReplacing = false } = {}) => {
    const next = new URLSearchParams(href.split("?")[1]).toString();
    // The address may be ahead of what is drawn: two ways of asking at once are one.
    if (next === new URLSearchParams(location.search).toString()) {
      if (next === address && found?.kind === "failure") search.retry();
    } else if (isReplacing) history.replaceState(null, "", href);
    else {
      notePlace();
      history.pushState(null, "", href);
    }
  };
  useSearchLinks(go);
  useTold(asked, search.isWaiting ? undefined : found);

  return (
    <Context
      value={{
        asked,
        address,
        service,
        outcome,
        isWaiting: search.isWaiting,
        go,
        again: search.again,
      }}
    >
      {children}
    </Context>
  );
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

/** Links to searches work on this page, unless another tab or window is wished for. */
function useSearchLinks(go: (href: string) => void): void {
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey;
      if (!isPlain || event.shiftKey || event.altKey || event.defaultPrevented) return;
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/search?"]');
      if (link === null) return;
      event.preventDefault();
      latest.current(link.getAttribute("href") ?? "");
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
}

/** Title, announcement and memory of each outcome; the first one came with the page's own title. */
function useTold(asked: AskedQuery, outcome: SearchOutcome | undefined): void {
  const isFirst = useRef(true);
  const words = asked.kind === "query" ? asked.query.q : null;
  useEffect(() => {
    if (outcome?.kind === "answer" && words !== null) rememberSearch(words);
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    document.title = words === null ? ANSWER_WORDS.noTitle : ANSWER_WORDS.title(words);
    if (outcome?.kind !== "failure") {
      announce(words === null ? "" : answerInWords(outcome?.answer, words));
      return;
    }
    let isLatest = true;
    import("./failure-text").then(
      ({ failureText }) => isLatest && announce(failureText(outcome.failure.code).title),
      () => {},
    );
    return () => {
      isLatest = false;
    };
  }, [outcome, words]);
}

/** What heads the page, to be read aloud. */
function answerInWords(answer: SearchAnswer | undefined, words: string): string {
  if (answer === undefined) return ANSWER_WORDS.waiting(words);
  const { images, query } = answer;
  return images.length === 0
    ? ANSWER_WORDS.none(query.q)
    : ANSWER_WORDS.found(images.length, query.q);
}

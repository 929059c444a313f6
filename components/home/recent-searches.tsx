"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import useSWR from "swr";
import { ShelfPictures } from "@/components/grid/shelf-pictures";
import { ageText } from "@/components/search/form/age-text";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import text from "@/components/ui/text.module.css";
import { showToast, Toasts } from "@/components/ui/toast";
import { usePictureSettings } from "@/lib/client/picture-settings";
import { fetchRecentAnswers, type RecentAnswers } from "@/lib/client/recent-answers";
import {
  parseRecent,
  recentText,
  removeSearch,
  setSavingSearches,
} from "@/lib/client/recent-searches";
import { onSettingChange } from "@/lib/client/saved-setting";
import { useSearchOffer } from "@/lib/client/search-offer";
import { offeredCost, type SearchOffer } from "@/lib/contract/search-offer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import type { RecentAnswer } from "@/lib/contract/shelf";
import { FREE_MARK, writtenFields } from "@/lib/core/query/search-outcome";
import { coversPicture, isModerateSearch } from "@/lib/core/settings/pictures";
import { homeMessages } from "@/lib/messages/compiled/home";
import styles from "./recent-searches.module.css";

/**
 * The recent searches of this browser: the last one with its first pictures, the others in a row. The
 * server says which ones are free to open. `children` is the script that reserves the space
 * (app/recent-script.ts).
 */
export function RecentSearches({ children }: { children?: ReactNode }) {
  const cost = offeredCost(useSearchOffer());
  const saved = useSyncExternalStore(onSettingChange, recentText, () => null);
  const searches = saved === null ? [] : parseRecent(saved);
  const answers = useRecentAnswers(searches ?? []);
  const [last, ...others] = searches ?? [];
  const isOff = searches === null;
  return (
    <div
      className={styles.recent}
      data-recent={isOff ? "off" : last && (others.length > 0 ? "more" : "one")}
      suppressHydrationWarning
    >
      {children}
      {isOff && (
        <button type="button" className={styles.quiet} onClick={() => setSavingSearches(true)}>
          {homeMessages("startSaving")}
        </button>
      )}
      {last !== undefined && (
        <LastSearch key={last} search={last} answer={answers[last]} cost={cost} />
      )}
      {others.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent" className={styles.lead}>
            {homeMessages("recent")}
          </h2>
          <ul className={styles.row}>
            {others.map((search) => (
              <OtherSearch key={search} search={search} answer={answers[search]} cost={cost} />
            ))}
          </ul>
        </section>
      )}
      <Toasts />
    </div>
  );
}

type SearchProps = {
  /** As a query string. */
  search: string;
  /** Null if the server knows no answer; undefined until it has been asked. */
  answer: RecentAnswer | null | undefined;
  /** What a new search costs; null if the server would refuse it. */
  cost: SearchOffer["cost"] | null;
};

function LastSearch({ search, answer, cost }: SearchProps) {
  const isOpen = cost !== null || answer?.isFree === true;
  return (
    <section aria-labelledby="continue">
      <div className={styles.lead}>
        <h2 id="continue" className={text.small}>
          {homeMessages("continueTitle")}
        </h2>
        <button
          type="button"
          className={styles.quiet}
          onClick={() => showUndo(homeMessages("stopped"), setSavingSearches(false))}
        >
          {homeMessages("stopSaving")}
        </button>
      </div>
      <div className={styles.last}>
        <a className={styles.open} href={hrefOf(search, answer)}>
          <SearchPictures search={search} answer={answer} />
          <Name search={search} />
          <Facts search={search} answer={answer} cost={cost} />
          {isOpen && (
            <span className={`${button.button} ${styles.continue}`}>
              {homeMessages("continue", { cost: answer?.isFree ? "free" : (cost ?? "free") })}
            </span>
          )}
        </a>
        <Forget search={search} />
      </div>
    </section>
  );
}

function OtherSearch({ search, answer, cost }: SearchProps) {
  return (
    <li className={styles.other}>
      <a className={styles.open} href={hrefOf(search, answer)}>
        <SearchPictures search={search} answer={answer} />
        <Name search={search} />
        <Facts search={search} answer={answer} cost={cost} />
      </a>
      <Forget search={search} />
    </li>
  );
}

function hrefOf(search: string, answer: SearchProps["answer"]): string {
  return `/search?${search}${answer?.isFree ? FREE_MARK : ""}`;
}

function SearchPictures({ search, answer }: Pick<SearchProps, "search" | "answer">) {
  const settings = usePictureSettings();
  return (
    <ShelfPictures
      pictures={answer?.pictures ?? []}
      areCovered={settings !== null && coversPicture(settings, isModerateSearch(search))}
    />
  );
}

function Name({ search }: { search: string }) {
  return (
    <b className={styles.name} dir="auto">
      {fieldsOf(search).q}
    </b>
  );
}

/** The server's information on the search, and its filters, shown together so that nothing moves. */
function Facts({ search, answer, cost }: SearchProps) {
  return (
    <span className={`${text.facts} ${styles.facts}`}>
      {(answer === undefined ? [] : [...factsOf(answer, cost), ...filtersOf(search)]).map(
        (fact) => (
          <span key={fact}>{fact}</span>
        ),
      )}
    </span>
  );
}

function Forget({ search }: { search: string }) {
  return (
    <button
      type="button"
      className={styles.forget}
      aria-label={homeMessages("forget", { query: fieldsOf(search).q })}
      onClick={() =>
        showUndo(homeMessages("forgotten", { query: fieldsOf(search).q }), removeSearch(search))
      }
    >
      <Icon name="close" isSmall />
    </button>
  );
}

/** Says in a toast what changed, with a button that calls `undo`. */
function showUndo(text: string, undo: () => void): void {
  const act = async () => undo();
  showToast(text, [{ label: homeMessages("undo"), act, isUndo: true }]);
}

/** Asks the server about the searches, and again when the visitor returns: free answers expire. */
function useRecentAnswers(searches: readonly string[]): RecentAnswers {
  const key = searches.length > 0 ? "recent" : null;
  const { data, error } = useSWR(key, () => fetchRecentAnswers(searches));
  if (data !== undefined) return data;
  return error === undefined ? {} : Object.fromEntries(searches.map((search) => [search, null]));
}

function fieldsOf(search: string) {
  return writtenFields(new URLSearchParams(search));
}

/** The filters that differ from the defaults. The count of images is among the facts. */
function filtersOf(search: string): string[] {
  const { q: _, count: __, ...filters } = fieldsOf(search);
  const texts: Record<keyof typeof filters, string | null> = {
    safesearch: homeMessages("moderate"),
    transparent: homeMessages("opaque"),
    site: filters.site,
  };
  return (Object.keys(texts) as (keyof typeof filters)[]).flatMap((name) =>
    filters[name] === DEFAULT_FILTERS[name] ? [] : (texts[name] ?? []),
  );
}

function factsOf(answer: RecentAnswer | null, cost: SearchProps["cost"]): string[] {
  if (answer === null) return [];
  const { imageCount, isFree, ageSeconds } = answer;
  if (!isFree) return cost === null ? [] : [homeMessages("oneSearch")];
  const count = homeMessages("count", { count: imageCount });
  return ageSeconds === null ? [count] : [count, ageText(ageSeconds)];
}

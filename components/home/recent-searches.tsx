"use client";

import { useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";
import { onKeptChange } from "@/lib/client/kept-setting";
import { forgetSearch, keepSearches, parseRecent, recentText } from "@/lib/client/recent-searches";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/search-outcome";
import { HOME_WORDS } from "@/lib/core/words";
import styles from "./recent-searches.module.css";

/** What was searched in this browser, to be searched again, forgotten, or not kept at all. */
export function RecentSearches() {
  const { isKept, words } = parseRecent(useSyncExternalStore(onKeptChange, recentText, () => "[]"));
  if (!isKept) {
    return (
      <div className={styles.recent}>
        <button type="button" className={styles.quiet} onClick={() => keepSearches(true)}>
          {HOME_WORDS.keepAgain}
        </button>
      </div>
    );
  }
  if (words.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent">
      <h2 id="recent" className={styles.label}>
        {HOME_WORDS.recent}
      </h2>
      <ul className={styles.list}>
        {words.map((item) => (
          <li key={item} className={styles.chip}>
            <a dir="auto" href={searchHref({ ...DEFAULT_FILTERS, q: item })}>
              {item}
            </a>
            <button
              type="button"
              aria-label={HOME_WORDS.forget(item)}
              onClick={() => forgetSearch(item)}
            >
              <Icon name="close" isSmall />
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={styles.quiet} onClick={() => keepSearches(false)}>
            {HOME_WORDS.stopKeeping}
          </button>
        </li>
      </ul>
    </section>
  );
}

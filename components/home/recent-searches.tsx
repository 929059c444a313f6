"use client";

import { useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";
import {
  forgetSearch,
  parseRecent,
  recentText,
  setSavingSearches,
} from "@/lib/client/recent-searches";
import { onSettingChange } from "@/lib/client/saved-setting";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/search-outcome";
import { homeMessages } from "@/lib/messages/compiled/home";
import styles from "./recent-searches.module.css";

/** The recent searches of this browser, each as a link and removable. */
export function RecentSearches() {
  const { isOn, queries } = parseRecent(
    useSyncExternalStore(onSettingChange, recentText, () => "[]"),
  );
  if (!isOn) {
    return (
      <div className={styles.recent}>
        <button type="button" className={styles.quiet} onClick={() => setSavingSearches(true)}>
          {homeMessages("startSaving")}
        </button>
      </div>
    );
  }
  if (queries.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent">
      <h2 id="recent" className={styles.label}>
        {homeMessages("recent")}
      </h2>
      <ul className={styles.list}>
        {queries.map((query) => (
          <li key={query} className={styles.chip}>
            <a dir="auto" href={searchHref({ ...DEFAULT_FILTERS, q: query })}>
              {query}
            </a>
            <button
              type="button"
              aria-label={homeMessages("forget", { query })}
              onClick={() => forgetSearch(query)}
            >
              <Icon name="close" isSmall />
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={styles.quiet} onClick={() => setSavingSearches(false)}>
            {homeMessages("stopSaving")}
          </button>
        </li>
      </ul>
    </section>
  );
}

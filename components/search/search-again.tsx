"use client";

import text from "@/components/ui/text.module.css";
import type { SearchQuery } from "@/lib/contract/search-query";
import { SEARCH_AGAIN_ADDRESS } from "@/lib/core/search-outcome";
import { formatSearchQuery } from "@/lib/core/search-query";
import { ANSWER_WORDS } from "@/lib/core/words";
import styles from "./search-again.module.css";
import { useSearchState } from "./search-state";

/**
 * A new answer in place of the one that is held. It spends on purpose, so it is a form that posts:
 * no address for it can be linked, loaded ahead or reloaded.
 */
export function SearchAgain({ query }: { query: SearchQuery }) {
  const { service, again } = useSearchState();
  const parameters = [...new URLSearchParams(formatSearchQuery(query))];
  return (
    <form
      className={styles.form}
      action={SEARCH_AGAIN_ADDRESS}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        again();
      }}
    >
      {parameters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={text.link}>
        {ANSWER_WORDS.again(service)}
      </button>
    </form>
  );
}

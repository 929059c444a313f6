import text from "@/components/ui/text.module.css";
import type { SearchQuery } from "@/lib/contract/search-query";
import { REFINED_WORDS } from "@/lib/core/refined-words";
import { searchHref } from "@/lib/core/search-outcome";
import styles from "./refinement-row.module.css";

type ShownCountProps = {
  shownCount: number;
  allCount: number;
  query: SearchQuery;
  /** Called before this is gone, and the focus with it. */
  onReset: () => void;
};

/** How much of the answer is shown, and the way back to all of it. */
export function ShownCount({ shownCount, allCount, query, onReset }: ShownCountProps) {
  return (
    <p className={styles.left}>
      <b>{REFINED_WORDS.shown(shownCount, allCount)}</b>
      <a className={text.link} href={searchHref(query)} onClick={onReset}>
        {REFINED_WORDS.reset}
      </a>
    </p>
  );
}

import text from "@/components/ui/text.module.css";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { ANSWER_WORDS } from "@/lib/core/words";
import styles from "./summary-line.module.css";

type WaitingLineProps = { query: SearchQuery; service: ServiceLabel | null };

/** What is being asked, in the place of the summary. */
export function WaitingLine({ query, service }: WaitingLineProps) {
  return (
    <div className={styles.summary}>
      <h1>{ANSWER_WORDS.waiting(query.q)}</h1>
      <p className={text.facts}>{ANSWER_WORDS.asking(service, query.count)}</p>
    </div>
  );
}

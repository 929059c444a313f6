import { WaitingGrid } from "@/components/grid/waiting-grid";
import text from "@/components/ui/text.module.css";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { ANSWER_WORDS } from "@/lib/core/words";
import styles from "./summary-line.module.css";

type WaitingScreenProps = { query: SearchQuery; service: ServiceLabel | null };

/** What is being asked, and as many empty boxes. */
export function WaitingScreen({ query, service }: WaitingScreenProps) {
  return (
    <>
      <div className={styles.summary}>
        <h1>{ANSWER_WORDS.waiting(query.q)}</h1>
        <p className={text.facts}>{ANSWER_WORDS.asking(service, query.count)}</p>
      </div>
      <WaitingGrid count={query.count} />
    </>
  );
}

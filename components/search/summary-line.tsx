import text from "@/components/ui/text.module.css";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { ANSWER_WORDS } from "@/lib/core/words";
import { AnsweredAt } from "./answered-at";
import { SearchAgain } from "./search-again";
import styles from "./summary-line.module.css";

type SummaryLineProps = {
  answer: SearchAnswer;
  /** How many of the answer's pictures this browser could not load. */
  notLoadingCount: number;
};

/** How many, for what, since when, from where; and honestly what is missing. */
export function SummaryLine({ answer, notLoadingCount }: SummaryLineProps) {
  const { images, query, service, droppedCount, searchesUsed, answeredAt, from, isNarrowed } =
    answer;
  const isRemote = service.kind === "remote";
  return (
    <div className={styles.summary}>
      <h1>{ANSWER_WORDS.found(images.length, query.q)}</h1>
      <div className={text.facts}>
        <span>
          {ANSWER_WORDS.asOf} <AnsweredAt iso={answeredAt} />
        </span>
        <span>{from === "library" ? ANSWER_WORDS.ownLibrary : ANSWER_WORDS.service(service)}</span>
        {isRemote && <span>{ANSWER_WORDS.used(searchesUsed, from === "cache")}</span>}
        {isNarrowed && <span>{ANSWER_WORDS.narrowed}</span>}
        {droppedCount > 0 && <span>{ANSWER_WORDS.dropped(droppedCount)}</span>}
        {notLoadingCount > 0 && (
          <span>{ANSWER_WORDS.notLoading(notLoadingCount, images.length)}</span>
        )}
        {isRemote && (
          <span>
            <SearchAgain query={query} />
          </span>
        )}
      </div>
    </div>
  );
}

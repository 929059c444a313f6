import text from "@/components/ui/text.module.css";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { searchHref } from "@/lib/core/search-outcome";
import { ANSWER_WORDS } from "@/lib/core/words";
import { AnsweredAt } from "./answered-at";
import styles from "./summary-line.module.css";

type SummaryLineProps = {
  answer: SearchAnswer;
  /** How many of the answer's pictures this browser could not load. */
  notLoadingCount: number;
};

/** How many, for what, since when, from where; and honestly what is missing. */
export function SummaryLine({ answer, notLoadingCount }: SummaryLineProps) {
  const { images, query, service, droppedCount, searchesUsed, answeredAt } = answer;
  const isRemote = service.kind === "remote";
  return (
    <div className={styles.summary}>
      <h1>{ANSWER_WORDS.found(images.length, query.q)}</h1>
      <p className={text.facts}>
        <span>
          {ANSWER_WORDS.asOf} <AnsweredAt iso={answeredAt} />
        </span>
        <span>{ANSWER_WORDS.service(service)}</span>
        {isRemote && <span>{ANSWER_WORDS.used(searchesUsed)}</span>}
        {droppedCount > 0 && <span>{ANSWER_WORDS.dropped(droppedCount)}</span>}
        {notLoadingCount > 0 && (
          <span>{ANSWER_WORDS.notLoading(notLoadingCount, images.length)}</span>
        )}
        {isRemote && (
          <span>
            <a className={text.link} href={searchHref(query)}>
              {ANSWER_WORDS.again(service)}
            </a>
          </span>
        )}
      </p>
    </div>
  );
}

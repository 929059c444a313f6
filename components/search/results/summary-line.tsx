import { RichText } from "@/components/ui/rich-text";
import text from "@/components/ui/text.module.css";
import { useSearchOffer } from "@/lib/client/search-offer";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { SearchAgainForm } from "../form/search-again-form";
import { headingText } from "./answer-heading";
import { AnsweredAt } from "./answered-at";
import { NextSearch } from "./next-search";
import styles from "./summary-line.module.css";

type SummaryLineProps = {
  answer: SearchAnswer;
  /** How many of the answer's images this browser could not load. */
  notLoadingCount: number;
};

/** The number of images, the time, the source and the cost of an answer, and missing images. */
export function SummaryLine({ answer, notLoadingCount }: SummaryLineProps) {
  const { images, query, service, droppedCount, searchesUsed, answeredAt, from } = answer;
  const { cost, refusal } = useSearchOffer();
  const isRemote = service.kind === "remote";
  const time = <AnsweredAt iso={answeredAt} />;
  return (
    <div className={styles.summary}>
      <h1>{headingText(answer)}</h1>
      <div className={text.facts}>
        {isRemote && (
          <span>
            <RichText parts={resultsMessages.parts("asOf", { time })} />
          </span>
        )}
        <span>
          {!isRemote
            ? resultsMessages(service.kind)
            : from === "library"
              ? resultsMessages(from)
              : service.host}
        </span>
        {isRemote && (
          <span>
            {resultsMessages(from === "cache" ? "fromCache" : "used", { count: searchesUsed })}
          </span>
        )}
        {droppedCount > 0 && <span>{resultsMessages("dropped", { count: droppedCount })}</span>}
        {notLoadingCount > 0 && (
          <span>
            {resultsMessages("notLoading", { count: notLoadingCount, total: images.length })}
          </span>
        )}
        {isRemote && answer.staleReason === null && (
          <span>
            {refusal === null ? (
              <SearchAgainForm
                query={query}
                form={styles.again}
                button={text.link}
                label={resultsMessages("again", { cost })}
              />
            ) : (
              <NextSearch refusal={refusal} />
            )}
          </span>
        )}
      </div>
    </div>
  );
}

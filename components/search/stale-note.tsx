import button from "@/components/ui/button.module.css";
import { RichText } from "@/components/ui/rich-text";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { costOf } from "@/lib/core/search-outcome";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { staleAnswerMessages } from "@/lib/messages/compiled/stale-answer";
import { failureText, isFailureCode } from "@/lib/messages/failure-text";
import { AnsweredAt } from "./answered-at";
import { SearchAgainForm } from "./search-again-form";
import styles from "./stale-note.module.css";

type StaleNoteProps = {
  answer: SearchAnswer;
  /** Why a repeated search failed. Without scripts it comes from the URL, so it is untrusted. */
  failed: string | null;
};

/** Explains why a stale answer, or an answer of the library, is shown. */
export function StaleNote({ answer, failed }: StaleNoteProps) {
  const { from, answeredAt, staleReason, retryAfterSeconds, query, service } = answer;
  const reason = staleReason ?? failed;
  if (reason === null || !isFailureCode(reason)) return null;
  const { message, action } = failureText(reason);
  const time = <AnsweredAt iso={answeredAt} isDated />;
  return (
    <div className={styles.note}>
      <p>
        <b>
          {from === "library" && staleReason !== null ? (
            staleAnswerMessages("library")
          ) : (
            <RichText parts={staleAnswerMessages.parts("from", { time })} />
          )}
        </b>
        {/* Nothing has failed if nobody asked for a newer answer. */}
        {reason !== "search_unconfirmed" && ` ${message} ${action}`}
        {retryAfterSeconds !== undefined && ` ${retryText(retryAfterSeconds)}`}
      </p>
      {from === "stale" && retryAfterSeconds === undefined && (
        <SearchAgainForm
          query={query}
          button={button.button}
          label={resultsMessages("again", { cost: costOf(service) })}
        />
      )}
    </div>
  );
}

function retryText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return staleAnswerMessages("retryMinutes", { count: minutes });
  return staleAnswerMessages("retryHours", { count: Math.ceil(minutes / 60) });
}

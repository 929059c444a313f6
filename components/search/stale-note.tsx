import { RichText } from "@/components/ui/rich-text";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { staleAnswerMessages } from "@/lib/messages/compiled/stale-answer";
import { failureText, isFailureCode } from "@/lib/messages/failure-text";
import { AnsweredAt } from "./answered-at";
import styles from "./stale-note.module.css";

type StaleNoteProps = {
  answer: Pick<SearchAnswer, "from" | "answeredAt" | "staleReason" | "retryAfterSeconds">;
  /** Why a repeated search failed. Without scripts it comes from the URL, so it is untrusted. */
  failed: string | null;
};

/** Explains why a stale answer, or an answer of the library, is shown. */
export function StaleNote({ answer, failed }: StaleNoteProps) {
  const { from, answeredAt, staleReason, retryAfterSeconds } = answer;
  const reason = staleReason ?? failed;
  if (reason === null || !isFailureCode(reason)) return null;
  const { message, action } = failureText(reason);
  const time = <AnsweredAt iso={answeredAt} isDated />;
  return (
    <p className={styles.note}>
      <b>
        {from === "library" && staleReason !== null ? (
          staleAnswerMessages("library")
        ) : (
          <RichText parts={staleAnswerMessages.parts("from", { time })} />
        )}
      </b>{" "}
      {message} {action}
      {retryAfterSeconds !== undefined && <> {retryText(retryAfterSeconds)}</>}
    </p>
  );
}

function retryText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return staleAnswerMessages("retryMinutes", { count: minutes });
  return staleAnswerMessages("retryHours", { count: Math.ceil(minutes / 60) });
}

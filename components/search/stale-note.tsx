import { ERRORS } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { FAILURE_WORDS, type FailureCode, STALE_WORDS } from "@/lib/core/failure-words";
import { AnsweredAt } from "./answered-at";
import { failureText } from "./failure-text";
import styles from "./stale-note.module.css";

type StaleNoteProps = {
  answer: Pick<SearchAnswer, "from" | "answeredAt" | "staleReason">;
  /** Why a search again found nothing newer; of one asked without scripts the address tells. */
  failed: string | null;
};

/** Why there is nothing newer, over an answer that is shown all the same. */
export function StaleNote({ answer, failed }: StaleNoteProps) {
  const { from, answeredAt, staleReason } = answer;
  const reason = staleReason ?? failed;
  if (reason === null || !isFailureCode(reason)) return null;
  const { message, move } = failureText(reason);
  return (
    <p className={styles.note}>
      {from === "library" && staleReason !== null ? (
        <b>{STALE_WORDS.library(staleReason)}</b>
      ) : (
        <>
          {STALE_WORDS.since}{" "}
          <b>
            <AnsweredAt iso={answeredAt} isDated />
          </b>
          . {message}
        </>
      )}{" "}
      {move}
    </p>
  );
}

/** An address may say anything. */
function isFailureCode(text: string): text is FailureCode {
  return Object.hasOwn(ERRORS, text) || Object.hasOwn(FAILURE_WORDS.local, text);
}

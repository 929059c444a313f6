import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { STALE_WORDS } from "@/lib/core/failure-words";
import { AnsweredAt } from "./answered-at";
import styles from "./stale-note.module.css";

type StaleNoteProps = {
  answer: Pick<SearchAnswer, "from" | "answeredAt" | "staleReason">;
  /** The failure that the address tells of: a search again, asked without scripts, found nothing newer. */
  failed: string | null;
};

/** Why there is nothing newer, over an answer that is shown all the same. */
export function StaleNote({ answer, failed }: StaleNoteProps) {
  const { from, answeredAt, staleReason } = answer;
  const reason = staleReason ?? failed;
  if (reason === null || !Object.hasOwn(ERRORS, reason)) return null;
  const code = reason as ErrorCode;
  const { message, move } = ERRORS[code];
  return (
    <p className={styles.note}>
      {from === "library" ? (
        <b>{STALE_WORDS.library(code)}</b>
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

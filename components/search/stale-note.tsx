import { ERRORS } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { ANSWER_WORDS } from "@/lib/core/words";
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
  if (reason === null || !(reason in ERRORS)) return null;
  const { message, move } = ERRORS[reason as keyof typeof ERRORS];
  return (
    <p className={styles.note}>
      {from === "library" ? (
        ANSWER_WORDS.fromLibrary
      ) : (
        <>
          {ANSWER_WORDS.oldAnswer}{" "}
          <b>
            <AnsweredAt iso={answeredAt} isDated />
          </b>
          .
        </>
      )}{" "}
      {message} {move}
    </p>
  );
}

import { staleAnswerMessages } from "@/lib/messages/compiled/stale-answer";
import styles from "./answer-note.module.css";

/** Says that a link named an image that the answer no longer has. */
export function MissingImage() {
  return <p className={styles.changes}>{staleAnswerMessages("missingImage")}</p>;
}

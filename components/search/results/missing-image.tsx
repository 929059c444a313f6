import { resultsMessages } from "@/lib/messages/compiled/results";
import styles from "./answer-note.module.css";

/** Says that a link named an image that the answer no longer has. */
export function MissingImage() {
  return <p className={styles.changes}>{resultsMessages("missingImage")}</p>;
}

import { missingScreenMessages } from "@/lib/messages/compiled/missing-screen";
import styles from "./answer-note.module.css";

/** Says that a link named an image that the answer no longer has. */
export function MissingImage() {
  return <p className={styles.changes}>{missingScreenMessages("image")}</p>;
}

import { SITE_WORDS } from "@/lib/core/words";
import styles from "./skip-link.module.css";

/** The first stop of the keyboard: past the top, to what the page is about (`#main`). */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      {SITE_WORDS.skip}
    </a>
  );
}

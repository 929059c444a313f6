import text from "@/components/ui/text.module.css";
import { KEY_LIST_WORDS } from "@/lib/core/words";
import styles from "./key-list.module.css";

/** Every key and what it does. */
export function KeyList() {
  return (
    <>
      <dl className={styles.list}>
        {KEY_LIST_WORDS.list.map(({ keys, act }) => (
          <div key={act} className={styles.row}>
            <dt className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key} className={text.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{KEY_LIST_WORDS.note}</p>
    </>
  );
}

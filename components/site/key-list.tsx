import text from "@/components/ui/text.module.css";
import { keyboardMessages } from "@/lib/messages/compiled/keyboard";
import styles from "./key-list.module.css";

const SHORTCUTS = [
  { keys: ["/"], action: "search" },
  { keys: ["Ctrl K", "⌘ K"], action: "searchAlways" },
  { keys: ["↓"], action: "results" },
  { keys: ["←", "→"], action: "previousNext" },
  { keys: ["↑", "↓"], action: "aboveBelow" },
  { keys: ["PgUp", "PgDn"], action: "page" },
  { keys: ["Home", "End"], action: "firstLast" },
  { keys: ["Enter"], action: "open" },
  { keys: ["?"], action: "help" },
  { keys: ["Esc"], action: "escape" },
] as const;

/** All keyboard shortcuts. */
export function KeyList() {
  return (
    <>
      <dl className={styles.list}>
        {SHORTCUTS.map(({ keys, action }) => (
          <div key={action} className={styles.row}>
            <dt className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key} className={text.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{keyboardMessages(action)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{keyboardMessages("note")}</p>
    </>
  );
}

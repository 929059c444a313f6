import kbd from "@/components/ui/key.module.css";
import { SHORTCUTS, type ShortcutScope } from "@/lib/client/shortcuts";
import { keyboardMessages } from "@/lib/messages/compiled/keyboard";
import styles from "./key-list.module.css";

/** Where shortcuts work; `image` stands for both the grid and the lightbox. */
const GROUPS = ["page", "image", "grid", "lightbox"] as const;

const SHOWN = SHORTCUTS.filter((shortcut) => "shown" in shortcut);

/** All keyboard shortcuts. */
export function KeyList() {
  return (
    <>
      {GROUPS.map((group) => (
        <div key={group} className={styles.group}>
          <h3 className={styles.title}>{keyboardMessages(`group.${group}`)}</h3>
          <dl>
            {SHOWN.filter(({ scopes }) => groupOf(scopes) === group).map(({ shown, action }) => (
              <div key={action} className={styles.row}>
                <dt className={styles.keys}>
                  {shown.map((key) => (
                    <kbd key={key} className={kbd.key}>
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{keyboardMessages(action)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <p className={styles.note}>{keyboardMessages("note")}</p>
    </>
  );
}

function groupOf([first, second]: readonly ShortcutScope[]) {
  return second === undefined ? first : "image";
}

import type { ReactNode } from "react";
import styles from "./action-popover.module.css";
import button from "./button.module.css";

type ActionPopoverProps = {
  /** Unique on the page. */
  id: string;
  /** Text of the button, and its accessible name, which names what it acts on. */
  name: string;
  label: string;
  title: string;
  cancel: string;
  /** Whether the action deletes or ends something. */
  isDestructive?: boolean;
  /** The form's content above its buttons. */
  children: ReactNode;
  /** The label of the submit button. */
  action: string;
  /** URL that the form posts to. */
  target: string;
};

/** A button that opens a form, which confirms the action. Needs no script. */
export function ActionPopover(props: ActionPopoverProps) {
  const { id, name, label, title, cancel, isDestructive = false, children, action, target } = props;
  return (
    <>
      <button
        type="button"
        className={`${button.bare} ${styles.opener}`}
        data-destructive={isDestructive || undefined}
        popoverTarget={id}
        aria-label={label}
      >
        {name}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        className={styles.panel}
      >
        {/* biome-ignore lint/a11y/noAutofocus: the browser focuses it each time the form is shown, not before */}
        <h3 id={`${id}-title`} className={styles.title} tabIndex={-1} autoFocus>
          {title}
        </h3>
        <form action={target} method="post" className={styles.form}>
          {children}
          <div className={styles.actions}>
            <button
              type="submit"
              className={isDestructive ? button.button : button.main}
              data-destructive={isDestructive || undefined}
            >
              {action}
            </button>
            <button
              type="button"
              className={button.bare}
              popoverTarget={id}
              popoverTargetAction="hide"
            >
              {cancel}
            </button>
          </div>
        </form>
      </div>
    </>
  );
}

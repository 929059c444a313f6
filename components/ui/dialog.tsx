"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import button from "./button.module.css";
import { closeOnClickBeside } from "./close-on-click-beside";
import styles from "./dialog.module.css";
import { Icon } from "./icon";

type DialogProps = {
  title: string;
  /** The name of the button with the ×. */
  closeLabel: string;
  isWide?: boolean;
  /** Whether a click beside the dialog closes it. Only while that loses nothing. */
  closesOnClickBeside?: boolean;
  /** Called when the dialog has closed. */
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog that is open while rendered. The browser returns the focus when it closes. */
export function Dialog(props: DialogProps) {
  const { title, closeLabel, isWide = false, closesOnClickBeside = false, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    if (current?.open === false) current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      aria-labelledby={id}
      {...(closesOnClickBeside && closeOnClickBeside)}
      onClose={(event) => {
        // Ignores the close events of dialogs inside this one.
        if (event.target === dialog.current) onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <form method="dialog">
          <button type="submit" className={button.icon} aria-label={closeLabel}>
            <Icon name="close" />
          </button>
        </form>
      </header>
      {props.children}
    </dialog>
  );
}

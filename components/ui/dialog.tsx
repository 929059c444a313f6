"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Announcer } from "./announcer";
import button from "./button.module.css";
import { closeOnClickBeside } from "./close-on-click-beside";
import styles from "./dialog.module.css";
import { Icon } from "./icon";

/** Asked before a dialog closes, and the labels of its two answers. */
export type CloseQuestion = { text: string; close: string; stay: string };

type DialogProps = {
  title: string;
  /** The name of the button with the ×. */
  closeLabel: string;
  isWide?: boolean;
  /** Whether its content is still being read. */
  isBusy?: boolean;
  /** Whether a click beside the dialog closes it. Only while that loses nothing. */
  closesOnClickBeside?: boolean;
  /**
   * While closing would lose something: what the dialog then asks. The browser also asks before it
   * leaves the page.
   */
  question?: CloseQuestion | null;
  /** Called when the dialog has closed. */
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog that is open while rendered. The browser returns the focus when it closes. */
export function Dialog(props: DialogProps) {
  const { title, closeLabel, isWide = false, closesOnClickBeside = false, onClose } = props;
  const { question = null, isBusy = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const focused = useRef<Element>(null);
  const [isAsking, setIsAsking] = useState(false);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    if (current?.open === false) current.showModal();
  }, []);
  const asks = question !== null;
  useEffect(() => {
    if (!asks) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onLeave);
    return () => removeEventListener("beforeunload", onLeave);
  }, [asks]);
  const ask = (event: { preventDefault: () => void }) => {
    if (!asks) return;
    event.preventDefault();
    if (!isAsking) focused.current = document.activeElement;
    setIsAsking(true);
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      aria-busy={isBusy || undefined}
      aria-labelledby={id}
      {...(closesOnClickBeside && closeOnClickBeside)}
      // The browser lets only the first Esc be refused; `cancel` is the Back gesture.
      onKeyDown={(event) => {
        const isOwn = !event.defaultPrevented && !event.nativeEvent.isComposing;
        if (event.key === "Escape" && isOwn) ask(event);
      }}
      onCancel={(event) => {
        if (event.target === dialog.current) ask(event);
      }}
      onClose={(event) => {
        // Ignores the close events of dialogs inside this one.
        if (event.target === dialog.current) onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <form method="dialog" onSubmit={ask}>
          <button type="submit" className={button.icon} aria-label={closeLabel}>
            <Icon name="close" />
          </button>
        </form>
      </header>
      {isAsking && asks && (
        <div className={styles.question}>
          <p role="alert">{question.text}</p>
          <button type="button" className={button.button} onClick={() => dialog.current?.close()}>
            {question.close}
          </button>
          <button
            type="button"
            className={button.main}
            ref={focus}
            onClick={() => {
              setIsAsking(false);
              if (focused.current instanceof HTMLElement) focused.current.focus();
            }}
          >
            {question.stay}
          </button>
        </div>
      )}
      {props.children}
      <Announcer />
    </dialog>
  );
}

/** Stable, so that it runs once. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

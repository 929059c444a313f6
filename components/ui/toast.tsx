"use client";

import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { announce } from "./announcer";
import { returnFocus } from "./return-focus";
import styles from "./toast.module.css";

export type ToastAction = {
  label: string;
  /** A link, or a function to call. */
  act: string | (() => Promise<void>);
  /** Whether it undoes what the toast reports, so that `undoLast` can call it later. */
  isUndo?: boolean;
};

type ShownToast = {
  text: string;
  actions: readonly ToastAction[];
  /** The element that had the focus. */
  focused: Element | null;
};

/**
 * How long a toast is shown, without and with actions; longer while it is hovered or focused, and
 * while the visitor moves with Tab.
 */
const TEXT_MS = 3000;
const ACTIONS_MS = 10_000;

/** A dialog that closes with the action hides the live region until then. */
const ANNOUNCE_DELAY_MS = 100;

/** Each undo may hold the images that were removed. */
const UNDOS_MAX = 20;

let shown: ShownToast | null = null;
/** What `undoLast` can undo, the newest last. */
let undos: ToastAction[] = [];
let undoing = Promise.resolve();
/** The mounted `Toasts`; the last one shows the toast, so that a lightbox is not covered. */
const places: string[] = [];
const listeners = new Set<() => void>();

/** Shows the result of an action, in place of the last toast, and by default announces it. */
export function showToast(
  text: string,
  actions: readonly ToastAction[] = [],
  isAnnounced = true,
): void {
  undos = [...undos, ...actions.filter(({ isUndo }) => isUndo)].slice(-UNDOS_MAX);
  set({ text, actions, focused: document.activeElement });
  if (isAnnounced) setTimeout(() => announce(text), ANNOUNCE_DELAY_MS);
}

/**
 * Undoes the last action that a toast reported and that is not undone, even if the toast has gone.
 * Returns whether there was one.
 */
export function undoLast(): boolean {
  const undo = undos.pop();
  if (undo === undefined) return false;
  // One after the other: an earlier act may be undone only once the later ones are.
  const next = () => run(undo);
  undoing = undoing.then(next, next);
  return true;
}

async function run(action: ToastAction): Promise<void> {
  const { act } = action;
  if (typeof act === "string") return;
  const focused = shown?.focused;
  undos = undos.filter((undo) => undo !== action);
  set(null);
  await act();
  if (document.activeElement !== document.body) return;
  // The focused button is gone with the toast. If nothing had the focus before, a dialog that the act
  // opened returns the focus itself.
  if (focused !== document.body) returnFocus(focused ?? null);
}

function set(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts are shown: once per page, and once in a lightbox. */
export function Toasts() {
  const id = useId();
  useEffect(() => {
    places.push(id);
    set(shown);
    return () => {
      places.splice(places.indexOf(id), 1);
      set(shown);
    };
  }, [id]);
  const toast = useSyncExternalStore(
    subscribe,
    () => (places.at(-1) === id ? shown : null),
    () => null,
  );
  return toast && <Toast key={toast.text} toast={toast} />;
}

function Toast({ toast }: { toast: ShownToast }) {
  const { text, actions, focused } = toast;
  const [isHeld, setIsHeld] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused === null) return;
    // If the action removes the focused element, often after the toast has appeared, the focus goes to
    // what may undo it.
    const follow = () => {
      if (focused.isConnected || document.activeElement !== document.body) return;
      observer.disconnect();
      panel.current?.querySelector("button")?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { childList: true, subtree: true });
    follow();
    return () => observer.disconnect();
  }, [focused]);
  useEffect(() => {
    if (isHeld) return;
    let timer: ReturnType<typeof setTimeout>;
    const start = () => {
      clearTimeout(timer);
      timer = setTimeout(() => set(null), actions.length > 0 ? ACTIONS_MS : TEXT_MS);
    };
    // Its actions may be many stops away.
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Tab" && start();
    start();
    addEventListener("keydown", onKeyDown);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKeyDown);
    };
  }, [isHeld, actions]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that it is being read
    <div
      ref={panel}
      className={styles.toast}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(panel.current?.contains(document.activeElement) === true)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(panel.current?.matches(":hover") === true)}
    >
      <p dir="auto">{text}</p>
      {actions.map((action) =>
        typeof action.act === "string" ? (
          <a key={action.label} className={styles.action} href={action.act}>
            {action.label}
          </a>
        ) : (
          <button
            key={action.label}
            type="button"
            className={styles.action}
            onClick={() => void run(action)}
          >
            {action.label}
          </button>
        ),
      )}
    </div>
  );
}

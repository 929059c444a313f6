"use client";

import { type ComponentType, type ReactNode, useEffect, useId, useSyncExternalStore } from "react";
import { returnFocus } from "@/components/ui/return-focus";
import { showToast } from "@/components/ui/toast";
import { holdTyped, releaseTyped } from "@/lib/client/held-keys";
import { dialogMessages as messages } from "@/lib/messages/compiled/dialog";

type Closable = {
  /** Called when the dialog has closed. */
  onClose: () => void;
};

/** Loads a dialog that is open while it is rendered. */
export type LoadDialog<P extends Closable> = () => Promise<ComponentType<P>>;

let opened: ReactNode = null;
/** The number of the last call. A call whose code arrives after a later call opens nothing. */
let lastCall = 0;
/** The mounted hosts; the first one shows the dialog. */
const hosts: string[] = [];
const listeners = new Set<() => void>();

/**
 * Loads a dialog and opens it in the page's `DialogHost`. If it cannot be loaded, a toast says so and
 * offers to try again.
 *
 * @param source the element that gets the focus back; by default the focused one
 */
export function openDialog<P extends Closable>(
  load: LoadDialog<P>,
  props: Omit<P, "onClose">,
  source: Element | null = document.activeElement,
): void {
  const call = ++lastCall;
  if (hosts.length > 0) holdTyped();
  load().then(
    (Dialog) => {
      if (call !== lastCall) return;
      const close = () => {
        set(null);
        returnLostFocus(source);
      };
      const all = { ...props, onClose: close } as unknown as P;
      set(<Dialog key={call} {...all} />);
    },
    () => {
      if (call === lastCall) releaseTyped();
      const again = async () => openDialog(load, props, source);
      showToast(messages("unloaded"), [{ label: messages("tryAgain"), act: again }]);
    },
  );
}

/** Shows the page's dialog. */
export function DialogHost(): ReactNode {
  const id = useId();
  useEffect(() => {
    hosts.push(id);
    set(opened);
    return () => {
      hosts.splice(hosts.indexOf(id), 1);
      // With the page, its dialog has gone.
      set(hosts.length === 0 ? null : opened);
      if (hosts.length > 0) return;
      lastCall += 1;
      releaseTyped();
    };
  }, [id]);
  const shown = useSyncExternalStore(
    subscribe,
    () => (hosts[0] === id ? opened : null),
    () => null,
  );
  // The dialog's own effects have given it the focus before. A busy one releases the text itself.
  useEffect(() => {
    if (shown === null) return;
    if (!document.querySelector("dialog[open][aria-busy=true]")) releaseTyped();
    return () => releaseTyped();
  }, [shown]);
  return shown;
}

/**
 * Browsers return the focus, unless the act removed the element that had it. Waits until a toast that
 * may undo the act has taken the focus.
 */
function returnLostFocus(source: Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) returnFocus(source);
  });
}

function set(next: ReactNode): void {
  opened = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

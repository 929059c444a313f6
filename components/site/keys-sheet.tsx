"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { onFirstInteraction } from "@/lib/client/on-first-interaction";
import { readShortcut } from "@/lib/client/shortcuts";
import { showUnloaded } from "@/lib/client/show-unloaded";
import footer from "./site-footer.module.css";

type Dialog = typeof import("./keys-dialog").KeysDialog;

type KeysSheetProps = {
  label: ReactNode;
  /** The list of shortcuts, rendered by the server. */
  children: ReactNode;
};

/** The link that opens the keyboard shortcuts; also handles the shortcuts of the whole page. */
export function KeysSheet({ label, children }: KeysSheetProps) {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const link = useRef<HTMLAnchorElement>(null);

  const open = () => {
    if (dialog.current !== null) dialog.current.showModal();
    else {
      import("./keys-dialog").then(
        ({ KeysDialog }) => setDialog(() => KeysDialog),
        () => {
          link.current?.focus();
          if (link.current !== null) showUnloaded(link.current);
        },
      );
    }
  };
  useEffect(() => onFirstInteraction(() => import("./keys-dialog").catch(() => {})), []);
  // The dialog is rendered when it is first asked for, and then opens.
  useEffect(() => {
    if (Dialog !== null) dialog.current?.showModal();
  }, [Dialog]);
  const openNow = useRef(open);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = readShortcut(event);
      if (shortcut === "help") openNow.current();
      else if (shortcut === "search" ? !goToSearchField() : !shortcut || !goToResults()) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without scripts it leads to the same list on a page */}
      <a
        ref={link}
        className={footer.item}
        href="/about#keys"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open();
        }}
      >
        {label}
      </a>
      {Dialog !== null && <Dialog ref={dialog}>{children}</Dialog>}
    </>
  );
}

function goToSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>("input[type=search]");
  // The header of results is revealed where the visitor is.
  field?.focus({ preventScroll: field.closest("header:not([data-plain])") !== null });
  field?.select();
  return field !== null;
}

/** Focuses the image that had the focus last, or the first one. */
function goToResults(): boolean {
  const tile = "[data-image-id] ";
  const link =
    document.querySelector<HTMLElement>(`${tile}[tabindex="0"]`) ??
    document.querySelector<HTMLElement>(`${tile}a`);
  link?.focus();
  return link !== null;
}

"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { readShortcut } from "@/lib/client/shortcuts";
import footer from "./site-footer.module.css";

type Dialog = typeof import("./keys-dialog").KeysDialog;

type KeysSheetProps = {
  label: ReactNode;
  /** The list of keys. */
  children: ReactNode;
};

/** The way to the sheet of keys, and the place where the keys of the whole page are heard. */
export function KeysSheet({ label, children }: KeysSheetProps) {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);

  const open = () => {
    if (dialog.current !== null) dialog.current.showModal();
    else {
      import("./keys-dialog").then(
        ({ KeysDialog }) => setDialog(() => KeysDialog),
        () => {},
      );
    }
  };
  // It was loaded because it was called for.
  useEffect(() => {
    if (Dialog !== null) dialog.current?.showModal();
  }, [Dialog]);
  const openNow = useRef(open);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = readShortcut(event);
      if (shortcut === "help") openNow.current();
      else if (shortcut !== "search" || !goToSearchField()) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without scripts it leads to the same list on a page */}
      <a
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
  field?.focus();
  field?.select();
  return field !== null;
}

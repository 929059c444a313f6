"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { isPlainClick } from "@/lib/client/modifiers";
import { onIdleOrInteraction } from "@/lib/client/on-idle-or-interaction";
import { showUnloaded } from "@/lib/client/show-unloaded";
import footer from "./site-footer.module.css";

type Dialog = typeof import("./keys-dialog").KeysDialog;

type KeysSheetProps = {
  label: ReactNode;
  /** The list of shortcuts, rendered by the server. */
  children: ReactNode;
};

/** The link that opens the keyboard shortcuts. Also handles the shortcuts of every page. */
export function KeysSheet({ label, children }: KeysSheetProps) {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const link = useRef<HTMLAnchorElement>(null);

  const open = useCallback(() => {
    import("./keys-dialog").then(
      ({ KeysDialog }) => setDialog(() => KeysDialog),
      () => {
        link.current?.focus();
        if (link.current !== null) showUnloaded(link.current);
      },
    );
  }, []);
  useEffect(() => {
    let keys: typeof import("@/lib/client/page-keys") | undefined;
    const load = async () => {
      keys ??= await import("@/lib/client/page-keys");
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (keys !== undefined) keys.onPageKey(event, open);
      else if (
        /^[/?k]$/i.test(event.key) &&
        !target.matches("input, textarea, select, [contenteditable]")
      ) {
        // Handled once the code is loaded; until then the browser must not act on the key.
        event.preventDefault();
        const replay = () => target.dispatchEvent(new KeyboardEvent("keydown", event));
        load().then(replay, () => showUnloaded(target as HTMLElement));
      }
    };
    const cancel = onIdleOrInteraction(() => Promise.all([import("./keys-dialog"), load()]));
    document.addEventListener("keydown", onKeyDown);
    return () => {
      cancel();
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [open]);

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without scripts, it leads to the same list on a page */}
      <a
        ref={link}
        className={footer.item}
        href="/about#keys"
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          open();
        }}
      >
        {label}
      </a>
      {Dialog !== null && <Dialog onClose={() => setDialog(null)}>{children}</Dialog>}
    </>
  );
}

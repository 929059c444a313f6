"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";
import { readShortcut, type ShortcutAction } from "@/lib/client/shortcuts";
import { readPan } from "./use-zoom-gestures";
import type { Offset } from "./zoom";

type LightboxKeys = {
  acts: Partial<Record<ShortcutAction, (() => unknown) | undefined>>;
  /** Moves the picture; null while all of it is visible. */
  pan: ((by: Offset) => void) | null;
};

/** Handles the lightbox's shortcuts. While zoomed in, the arrow keys move the picture. */
export function useLightboxKeys(
  dialog: RefObject<HTMLDialogElement | null>,
  { acts, pan }: LightboxKeys,
): void {
  const keys = useRef<(event: KeyboardEvent) => void>(null);
  // Before the picture is painted: a key pressed at once must not be lost, nor act on the picture before.
  useLayoutEffect(() => {
    keys.current = (event) => {
      const by = pan && readPan(event, dialog.current);
      const action = readShortcut(event, "lightbox", dialog.current);
      const isPan = by !== null && (action === null || action === "previous" || action === "next");
      const act = isPan ? () => pan?.(by) : action && acts[action];
      if (!act) return;
      event.preventDefault();
      act();
    };
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => keys.current?.(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

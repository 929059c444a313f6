import { useEffect } from "react";
import { undoLast } from "@/components/ui/toast";
import { readShortcut } from "@/lib/client/shortcuts";
import { openLastCollection } from "./save-images";

/** Makes Ctrl+Z undo the last action that a toast reported, and O open the last collection. */
export function useToolKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = readShortcut(event, "grid");
      // There, a letter may be meant for the menu or its form.
      const isInMenu =
        event.target instanceof Element && event.target.closest("[popover]") !== null;
      const isHandled =
        (action === "undo" && undoLast()) ||
        (action === "openLast" && !isInMenu && openLastCollection());
      if (isHandled) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

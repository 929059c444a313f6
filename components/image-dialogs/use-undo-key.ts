import { useEffect } from "react";
import { undoLast } from "@/components/ui/toast";
import { readShortcut } from "@/lib/client/shortcuts";

/** Makes Ctrl+Z undo the last action that a toast reported. */
export function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (readShortcut(event, "grid") === "undo" && undoLast()) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

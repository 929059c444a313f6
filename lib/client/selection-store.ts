import { NO_SELECTION } from "@/lib/core/image/selection";
import type { SelectionStore } from "./image-store";

/** Creates the selection of one page, which is lost on leaving the page. */
export function createSelectionStore(): SelectionStore {
  let selection = NO_SELECTION;
  const listeners = new Set<() => void>();
  return {
    selection: () => selection,
    select(next) {
      if (next === selection) return;
      selection = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { useEffect, useRef } from "react";
import { tileOf } from "@/lib/client/saved-positions";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { isMoreOf } from "../page/page-search";

/** After "Show 50", focuses the first further image: Enter on the next link could spend a search. */
export function useFocusedMore(answer: SearchAnswer): void {
  const before = useRef(answer);
  useEffect(() => {
    const earlier = before.current;
    before.current = answer;
    if (earlier === answer || !isMoreOf(earlier, answer.query)) return;
    // The pressed link stays, or was removed. A pressed "Apply" keeps the focus.
    if (!document.activeElement?.matches("body, main a[href^='/search?']")) return;
    const first = tileOf(answer.images[earlier.images.length]?.id ?? null);
    first?.querySelector("a")?.focus({ preventScroll: true });
  }, [answer]);
}

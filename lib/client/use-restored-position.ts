"use client";

import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { contentOf } from "@/lib/core/refinement/parameter-groups";
import { navigationType } from "./navigation-type";
import { onIdleOrInteraction } from "./on-idle-or-interaction";
import { restorePosition, savePosition } from "./saved-positions";

let focus: typeof import("./saved-focus") | undefined;

/** Loads when the browser is idle; before that, no image can have the focus. */
async function loadFocus(): Promise<typeof focus> {
  focus ??= await import("./saved-focus").catch(() => undefined);
  return focus;
}

/**
 * Restores the scroll position on Back and Forward, relative to an image, so that it survives a new
 * window width. A new search starts at the top; a refinement of the same answer does not scroll.
 *
 * @param content identifies what the page shows (`contentOf`)
 * @param search identifies the search; its refinements share it
 * @param isShown whether the outcome is rendered, so that a position can be restored
 * @returns a function that saves the position; call it before the URL changes
 */
export function useRestoredPosition({
  content,
  search,
  isShown,
}: {
  content: string;
  search: string;
  isShown: boolean;
}): () => void {
  const current = useRef(content);
  const currentSearch = useRef(search);
  const isTravelling = useRef(false);
  const save = useCallback(() => savePosition(current.current), []);

  useEffect(() => {
    const onTravel = ({ state }: PopStateEvent) => {
      // A history entry of a fragment link has no state; Next would ignore it.
      if (state === null) history.replaceState(null, "", location.href);
      if (contentOf(new URLSearchParams(location.search)) === current.current) return;
      // The page still shows the previous answer, and does not scroll by itself (see below).
      save();
      isTravelling.current = true;
    };
    // Within the page this hook restores the position. After an unload the browser restores it,
    // before any script runs; from the back/forward cache WebKit restores it only after `pageshow`.
    const onReturn = (event?: PageTransitionEvent) => {
      history.scrollRestoration = "manual";
      if (event?.persisted) restorePosition(current.current);
    };
    const onLeave = () => {
      history.scrollRestoration = "auto";
      save();
      focus?.saveFocus(current.current);
    };
    onReturn();
    if (navigationType() === "back_forward") {
      void loadFocus().then((loaded) => loaded?.restoreFocus(current.current));
    }
    const cancel = onIdleOrInteraction(loadFocus);
    addEventListener("popstate", onTravel);
    addEventListener("pageshow", onReturn);
    addEventListener("pagehide", onLeave);
    return () => {
      cancel();
      removeEventListener("popstate", onTravel);
      removeEventListener("pageshow", onReturn);
      removeEventListener("pagehide", onLeave);
      history.scrollRestoration = "auto";
    };
  }, [save]);

  useLayoutEffect(() => {
    if (current.current === content || !isShown) return;
    const isSameSearch = currentSearch.current === search;
    current.current = content;
    currentSearch.current = search;
    const isBack = isTravelling.current && restorePosition(content);
    if (!isBack && !isSameSearch) scrollTo({ top: 0, behavior: "instant" });
    isTravelling.current = false;
  }, [content, search, isShown]);

  return save;
}

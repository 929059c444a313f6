"use client";

import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { notePlace, returnTo } from "./noted-places";
import { onFirstSign } from "./on-first-sign";

let focus: typeof import("./kept-focus") | undefined;

/** There is no focus to keep before somebody uses the page, so what keeps it loads only then. */
async function loadFocus(): Promise<typeof focus> {
  focus ??= await import("./kept-focus").catch(() => undefined);
  return focus;
}

/** Whether this page was left, and is built anew because of Back or Forward. */
function isComingBack(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return (navigation as PerformanceNavigationTiming | undefined)?.type === "back_forward";
}

/**
 * Brings Back and Forward to the place one left, by picture and not by pixels, so that another
 * width of the window does not matter; a new search starts at its top,
 * another part of the same answer where one is.
 *
 * @param address what is on the page, as in the address bar behind `?`
 * @param search which search that is; another part of its answer has the same
 * @param isShown whether its outcome is there in full, so that there is something to go to
 * @returns what to call before the address is changed: it notes the place
 */
export function usePlaceInAnswer({
  address,
  search,
  isShown,
}: {
  address: string;
  search: string;
  isShown: boolean;
}): () => void {
  const current = useRef(address);
  const currentSearch = useRef(search);
  const isTravelling = useRef(false);
  const note = useCallback(() => notePlace(current.current), []);

  useEffect(() => {
    const onTravel = ({ state }: PopStateEvent) => {
      // An entry that a link within the page made has no state, and Next would not follow it.
      if (state === null) history.replaceState(null, "", location.href);
      if (new URLSearchParams(location.search).toString() === current.current) return;
      // The page still shows what is being left, and does not scroll by itself (see below).
      note();
      isTravelling.current = true;
    };
    // Within the page the place is ours to restore; when the page is left and come back to, it is
    // the browser's, which restores it before any script runs.
    const onReturn = () => {
      history.scrollRestoration = "manual";
    };
    const onLeave = () => {
      history.scrollRestoration = "auto";
      focus?.keepFocus(current.current);
    };
    onReturn();
    if (isComingBack()) {
      void loadFocus().then((loaded) => loaded?.restoreFocus(current.current));
    }
    const stopWaiting = onFirstSign(loadFocus);
    addEventListener("popstate", onTravel);
    addEventListener("pageshow", onReturn);
    addEventListener("pagehide", onLeave);
    return () => {
      stopWaiting();
      removeEventListener("popstate", onTravel);
      removeEventListener("pageshow", onReturn);
      removeEventListener("pagehide", onLeave);
      history.scrollRestoration = "auto";
    };
  }, [note]);

  useLayoutEffect(() => {
    if (current.current === address || !isShown) return;
    const isSameSearch = currentSearch.current === search;
    current.current = address;
    currentSearch.current = search;
    const isBack = isTravelling.current && returnTo(address);
    if (!isBack && !isSameSearch) scrollTo({ top: 0, behavior: "instant" });
    isTravelling.current = false;
  }, [address, search, isShown]);

  return note;
}

"use client";

import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

/** Where somebody was in an answer: which picture stood where, and whether the focus was on it. */
type Place = { scrollY: number; imageId: string | null; offsetY: number; isFocused: boolean };

/** The picture in focus when the whole page was left, for when it is built anew on return. */
const FOCUS_NAME = "vitrine.focus";

const places = new Map<string, Place>();

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
  const note = useCallback(() => places.set(current.current, readPlace()), []);

  useEffect(() => {
    const onTravel = () => {
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
      keepFocus(current.current);
    };
    onReturn();
    restoreFocus(current.current);
    addEventListener("popstate", onTravel);
    addEventListener("pageshow", onReturn);
    addEventListener("pagehide", onLeave);
    return () => {
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
    const place = places.get(address);
    if (isTravelling.current && place !== undefined) goTo(place);
    else if (!isSameSearch) scrollTo({ top: 0, behavior: "instant" });
    isTravelling.current = false;
  }, [address, search, isShown]);

  return note;
}

function readPlace(): Place {
  const focused = document.activeElement?.closest<HTMLElement>("[data-image-id]") ?? null;
  const anchor = focused ?? firstVisible();
  return {
    scrollY,
    imageId: anchor?.dataset.imageId ?? null,
    offsetY: anchor?.getBoundingClientRect().top ?? 0,
    isFocused: focused !== null,
  };
}

function firstVisible(): HTMLElement | null {
  for (const tile of document.querySelectorAll<HTMLElement>("[data-image-id]")) {
    if (tile.getBoundingClientRect().bottom > 0) return tile;
  }
  return null;
}

function tileOf(imageId: string | null): HTMLElement | null {
  if (imageId === null) return null;
  return document.querySelector<HTMLElement>(`[data-image-id="${CSS.escape(imageId)}"]`);
}

function goTo({ scrollY: top, imageId, offsetY, isFocused }: Place): void {
  const tile = tileOf(imageId);
  const isAtTop = tile === null || top === 0;
  scrollTo({
    top: isAtTop ? top : scrollY + tile.getBoundingClientRect().top - offsetY,
    behavior: "instant",
  });
  if (isFocused) tile?.querySelector("a")?.focus({ preventScroll: true });
}

function keepFocus(address: string): void {
  const { imageId, isFocused } = readPlace();
  try {
    if (isFocused && imageId !== null) {
      sessionStorage.setItem(FOCUS_NAME, JSON.stringify([address, imageId]));
    } else sessionStorage.removeItem(FOCUS_NAME);
  } catch {
    // No storage: the focus starts at the top, as on any page.
  }
}

function restoreFocus(address: string): void {
  const [navigation] = performance.getEntriesByType("navigation");
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== "back_forward") return;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(FOCUS_NAME) ?? "null");
    if (!Array.isArray(kept) || kept[0] !== address) return;
    tileOf(String(kept[1]))?.querySelector("a")?.focus({ preventScroll: true });
  } catch {
    // As above.
  }
}

"use client";

import { useEffect, useRef } from "react";
import type { GridHandle } from "@/lib/client/grid-handle";
import { navigationType } from "@/lib/client/navigation-type";

type Place = { scrollY: number; imageId: string | null };

/**
 * Restores scroll position and focus on Back, Forward and reload. The browser cannot, because the
 * images are read after the page has loaded.
 *
 * @param isReady whether all images are rendered
 */
export function useRestoredPlace(
  collectionId: string,
  isReady: boolean,
  grid: GridHandle | null,
): void {
  const isRestored = useRef(false);
  const name = `vitrine.place.${collectionId}`;
  useEffect(() => {
    const save = () => {
      const focused = document.activeElement?.closest<HTMLElement>("[data-image-id]");
      const place: Place = { scrollY, imageId: focused?.dataset.imageId ?? null };
      try {
        sessionStorage.setItem(name, JSON.stringify(place));
      } catch {
        // Without storage, the page opens at its top.
      }
    };
    addEventListener("pagehide", save);
    return () => removeEventListener("pagehide", save);
  }, [name]);
  useEffect(() => {
    if (!isReady || grid === null || isRestored.current) return;
    isRestored.current = true;
    if (navigationType() === "navigate") return;
    const place = readPlace(name);
    if (place === null) return;
    scrollTo({ top: place.scrollY, behavior: "instant" });
    if (place.imageId !== null) grid.focusImage(place.imageId);
  }, [name, isReady, grid]);
}

function readPlace(name: string): Place | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

"use client";

import { useEffect, useRef } from "react";
import type { GridHandle } from "@/lib/client/grid-handle";
import { readTabValue, writeTabValue } from "@/lib/client/kept-state";
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
      writeTabValue(name, JSON.stringify(place));
    };
    addEventListener("pagehide", save);
    return () => removeEventListener("pagehide", save);
  }, [name]);
  useEffect(() => {
    if (!isReady || grid === null || isRestored.current) return;
    isRestored.current = true;
    if (navigationType() === "navigate") return;
    const place: Place | null = JSON.parse(readTabValue(name) ?? "null");
    if (place === null) return;
    scrollTo({ top: place.scrollY, behavior: "instant" });
    if (place.imageId !== null) grid.focusImage(place.imageId);
  }, [name, isReady, grid]);
}

"use client";

import { startTransition, useLayoutEffect, useMemo, useRef } from "react";
import { useKeptChoice, useKeptText } from "@/lib/client/kept-state";
import { useSlots } from "@/lib/client/slots";
import type { StoredImage } from "@/lib/contract/collection";
import { filterImages } from "@/lib/core/image/filter-images";
import { slotFit } from "@/lib/core/slots/slot-fit";

/** Rendering a new list takes longer than a keystroke, so it waits for a pause in typing. */
const TYPING_PAUSE_MS = 150;

/** The filter of a collection's images, and the images that it matches. */
export type ImageFilter = ReturnType<typeof useImageFilter>;

/**
 * Filters the images of a collection by the text in an uncontrolled field, and by how they fit the
 * chosen slot. Back shows them filtered as before.
 */
export function useImageFilter(collectionId: string, images: readonly StoredImage[]) {
  const [filter, setFilter] = useKeptText(`vitrine.filter.${collectionId}`);
  const { slot } = useSlots();
  const [isOnlyFitting, setIsOnlyFitting] = useKeptChoice(`vitrine.fit.${collectionId}`);
  const fitting = useMemo(
    () => (slot ? images.filter((image) => slotFit(image, slot).kind === "fits") : images),
    [images, slot],
  );
  const offered = isOnlyFitting ? fitting : images;
  const shown = useMemo(() => filterImages(offered, filter), [offered, filter]);
  /** What is on the page. Lets handlers stay the same, so that tiles do not render again. */
  const now = useRef({ shown });
  useLayoutEffect(() => {
    now.current = { shown };
  }, [shown]);
  const field = useRef<HTMLInputElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const filterBy = (text: string, delayMs: number) => {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => startTransition(() => setFilter(text)), delayMs);
  };
  return {
    filter,
    shown,
    now,
    field,
    slot,
    fitCount: fitting.length,
    isOnlyFitting: isOnlyFitting && slot !== null,
    setIsOnlyFitting,
    onInput: (text: string) => filterBy(text, TYPING_PAUSE_MS),
    clear() {
      if (field.current !== null) field.current.value = "";
      filterBy("", 0);
    },
  };
}

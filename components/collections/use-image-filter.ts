"use client";

import { startTransition, useMemo, useRef, useState } from "react";
import { filterImages } from "@/components/collections/filter-images";
import type { StoredImage } from "@/lib/contract/collection";

/** Rendering a new list takes longer than a keystroke, so it waits for a pause in typing. */
const TYPING_PAUSE_MS = 150;

/** The filter of a collection's images, and the images that it matches. */
export type ImageFilter = ReturnType<typeof useImageFilter>;

/** Filters images by the text in an uncontrolled field. */
export function useImageFilter(images: readonly StoredImage[]) {
  const [filter, setFilter] = useState("");
  const shown = useMemo(() => filterImages(images, filter), [images, filter]);
  /** Lets handlers stay the same, so that tiles do not render again. */
  const now = useRef({ filter, shown });
  now.current = { filter, shown };
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
    onInput: (text: string) => filterBy(text, TYPING_PAUSE_MS),
    clear() {
      if (field.current !== null) field.current.value = "";
      filterBy("", 0);
    },
  };
}

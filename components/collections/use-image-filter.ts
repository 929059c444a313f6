"use client";

import { startTransition, useMemo, useRef, useState } from "react";
import { filterImages } from "@/components/collections/filter-images";
import type { StoredImage } from "@/lib/contract/collection";

/** Another list takes longer than the time between two keys, so it follows a pause. */
const TYPING_PAUSE_MS = 150;

/** The filter of a collection's images, and the images that it shows. */
export type ImageFilter = ReturnType<typeof useImageFilter>;

/** Filters images by what the editor types in a field, whose value React does not control. */
export function useImageFilter(images: readonly StoredImage[]) {
  const [filter, setFilter] = useState("");
  const shown = useMemo(() => filterImages(images, filter), [images, filter]);
  /** For handlers that must stay the same, so that tiles do not render again. */
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

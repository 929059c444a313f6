"use client";

import { useMemo } from "react";
import { PageLightbox } from "@/components/lightbox/page-lightbox";
import { SelectionTools } from "@/components/selection/selection-tools";
import { imageStore } from "@/lib/client/image-store";
import type { Image, SearchAnswer } from "@/lib/contract/search-answer";
import { pickedImages, picksOf } from "@/lib/core/image/picked-images";
import { useFocusedMore } from "./use-focused-more";

export { Grouping } from "./grouping";

type SearchToolsProps = {
  answer: SearchAnswer;
  /** The refined images of the answer, in order. */
  shown: readonly Image[];
};

/** The editor's tools for the images of an answer. Loads when the browser is idle. */
export function SearchTools({ answer, shown }: SearchToolsProps) {
  useFocusedMore(answer);
  const images = useMemo(() => pickedImages(answer), [answer]);
  const refined = useMemo(() => picksOf(shown, images), [images, shown]);
  return (
    <>
      <SelectionTools images={images} shown={shown} />
      <PageLightbox images={refined} all={images} store={imageStore} />
    </>
  );
}

"use client";

import { useMemo } from "react";
import { SelectionTools } from "@/components/selection/selection-tools";
import type { Image, SearchAnswer } from "@/lib/contract/search-answer";
import { pickedImages } from "@/lib/core/image/picked-images";
import { ResultLightbox } from "./result-lightbox";

export { Duplicates } from "./duplicates";

type SearchToolsProps = {
  answer: SearchAnswer;
  /** The refined images of the answer, in order. */
  shown: readonly Image[];
};

/** The editor's tools for the images of an answer. Loads on first interaction. */
export function SearchTools({ answer, shown }: SearchToolsProps) {
  const images = useMemo(() => pickedImages(answer), [answer]);
  return (
    <>
      <SelectionTools images={images} shown={shown} />
      <ResultLightbox answer={answer} images={images} shown={shown} />
    </>
  );
}

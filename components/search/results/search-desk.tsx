"use client";

import { useMemo } from "react";
import { SelectionDesk } from "@/components/selection/selection-desk";
import type { Image, SearchAnswer } from "@/lib/contract/search-answer";
import { pickedImages } from "@/lib/core/image/picked-images";
import { ResultLightbox } from "./result-lightbox";

export { Duplicates } from "./duplicates";

type SearchDeskProps = {
  answer: SearchAnswer;
  /** The refined part of it, in its order. */
  shown: readonly Image[];
};

/** What an editor does with the images of an answer. Loads on first interaction. */
export function SearchDesk({ answer, shown }: SearchDeskProps) {
  const images = useMemo(() => pickedImages(answer), [answer]);
  return (
    <>
      <SelectionDesk images={images} shown={shown} />
      <ResultLightbox answer={answer} images={images} shown={shown} />
    </>
  );
}

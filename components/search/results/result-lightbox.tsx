"use client";

import { useCallback, useEffect, useMemo } from "react";
import { Lightbox } from "@/components/lightbox/lightbox";
import {
  closeImage,
  openImage,
  showImage,
  useViewedImage,
  viewHref,
} from "@/components/lightbox/viewed-image";
import { imageStore } from "@/lib/client/image-store";
import { isPlainClick } from "@/lib/client/modifiers";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { Image, SearchAnswer } from "@/lib/contract/search-answer";
import { picksOf } from "@/lib/core/image/picked-images";
import { costOf } from "@/lib/core/query/search-outcome";
import { siteHrefOf } from "../page/search-links";

type ResultLightboxProps = {
  answer: SearchAnswer;
  /** All images of the answer. */
  images: readonly PickedImage[];
  /** The images that the grid shows, in its order. */
  shown: readonly Image[];
};

/** Shows the images of an answer in the lightbox, according to the URL. */
export function ResultLightbox({ answer, images: all, shown }: ResultLightboxProps) {
  const imageId = useViewedImage();
  const refined = useMemo(() => picksOf(shown, all), [all, shown]);
  const { query } = answer;
  const siteHref = useCallback((image: Image) => siteHrefOf(image, query), [query]);
  useEffect(() => {
    document.addEventListener("click", openClicked);
    return () => document.removeEventListener("click", openClicked);
  }, []);
  // A link to an image that the refinement hides still shows it.
  const images = [refined, all].find((list) => list.some(({ id }) => id === imageId));
  if (imageId === null || images === undefined) return null;
  return (
    <Lightbox
      images={images}
      imageId={imageId}
      store={imageStore}
      hrefOf={viewHref}
      siteHrefOf={siteHref}
      origin={location.origin}
      isPaid={costOf(answer.service) === "paid"}
      onShow={showImage}
      onClose={closeImage}
    />
  );
}

/** Opens the image whose tile was clicked. In another tab or window, the browser follows the link. */
function openClicked(event: MouseEvent): void {
  if (!isPlainClick(event)) return;
  const { target } = event;
  const tile = target instanceof Element ? target.closest<HTMLElement>("[data-image-id]") : null;
  const imageId = tile?.dataset.imageId;
  if (imageId === undefined || (target as Element).closest('a[href^="?"]') === null) return;
  event.preventDefault();
  openImage(imageId);
}

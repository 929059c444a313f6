"use client";

import { type ComponentProps, useEffect } from "react";
import type { SelectionStore } from "@/lib/client/image-store";
import { isPlainClick } from "@/lib/client/modifiers";
import { useSearchOffer } from "@/lib/client/search-offer";
import { countShownPictures } from "@/lib/client/shown-hosts";
import { pictureIdOf } from "@/lib/client/tile-selection";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { offeredCost } from "@/lib/contract/search-offer";
import { Lightbox } from "./lightbox";
import { closeImage, openImage, showImage, useViewedImage, viewHref } from "./viewed-image";

type PageLightboxProps = {
  /** The images that the grid shows, in its order. */
  images: readonly ExportedImage[];
  /** All images of the page; a link opens an image even if the grid does not show it. */
  all?: readonly ExportedImage[];
  /** The selection that the lightbox reads and changes. */
  store?: SelectionStore;
  PrimaryAction?: ComponentProps<typeof Lightbox>["PrimaryAction"];
};

/** The lightbox of a page with tiles: shows the clicked image, or the image in the URL. */
export function PageLightbox({ images: shown, all = shown, ...props }: PageLightboxProps) {
  const imageId = useViewedImage();
  const searchCost = offeredCost(useSearchOffer());
  useEffect(() => {
    document.addEventListener("click", openClicked);
    return () => document.removeEventListener("click", openClicked);
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    countShownPictures(all, leaving.signal);
    return () => leaving.abort();
  }, [all]);
  const images = [shown, all].find((list) => list.some(({ id }) => id === imageId));
  if (imageId === null || images === undefined) return null;
  return (
    <Lightbox
      {...props}
      images={images}
      imageId={imageId}
      hrefOf={viewHref}
      origin={location.origin}
      searchCost={searchCost}
      onShow={showImage}
      onClose={closeImage}
    />
  );
}

/** Opens the image whose tile was clicked. In another tab or window, the browser follows the link. */
function openClicked(event: MouseEvent): void {
  const imageId = pictureIdOf(event.target);
  if (!isPlainClick(event) || imageId === null) return;
  event.preventDefault();
  openImage(imageId);
}

"use client";

import { useMemo } from "react";
import { PageLightbox } from "@/components/lightbox/page-lightbox";
import { SelectionTools } from "@/components/selection/selection-tools";
import { imageStore } from "@/lib/client/image-store";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import { libraryPicks } from "@/lib/core/image/picked-images";

type LibraryToolsProps = { images: readonly Image[]; service: ServiceLabel };

/** The editor's tools for images on a library page. Loads when the browser is idle. */
export function LibraryTools({ images, service }: LibraryToolsProps) {
  const picked = useMemo(
    () => libraryPicks(images, service, new Date().toISOString()),
    [images, service],
  );
  return (
    <>
      <SelectionTools images={picked} shown={images} />
      <PageLightbox images={picked} store={imageStore} />
    </>
  );
}

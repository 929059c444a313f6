"use client";

import { useMemo } from "react";
import { SelectionDesk } from "@/components/selection/selection-desk";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import { libraryPicks } from "@/lib/core/image/picked-images";

type LibraryDeskProps = { images: readonly Image[]; service: ServiceLabel };

/** What an editor does with the images of a page of the library. Loads on first interaction. */
export function LibraryDesk({ images, service }: LibraryDeskProps) {
  const picked = useMemo(
    () => libraryPicks(images, service, new Date().toISOString()),
    [images, service],
  );
  return <SelectionDesk images={picked} shown={images} />;
}

import { useEffect, useMemo } from "react";
import { useViewedImage } from "@/components/lightbox/viewed-image";
import { needsProof } from "@/lib/client/collections/image-proofs";
import type { StoredImage } from "@/lib/contract/collection";

/** As many as the lightbox's filmstrip shows on each side. */
const NEIGHBOURS = 12;

type Refresh = (image: StoredImage) => void;

/** Asks for new thumbnails of images whose thumbnails are missing or expire soon. */
export function useFreshThumbnails(images: readonly StoredImage[], refresh: Refresh): void {
  useEffect(() => {
    for (const image of images) if (needsProof(image)) refresh(image);
  }, [images, refresh]);
}

/** Renews the thumbnails that the lightbox shows: the grid does so for its own tiles alone. */
export function FreshViewed({
  shown,
  refresh,
}: {
  shown: readonly StoredImage[];
  refresh: Refresh;
}) {
  const viewedId = useViewedImage();
  const viewed = useMemo(() => {
    const at = viewedId === null ? -1 : shown.findIndex(({ id }) => id === viewedId);
    return at === -1 ? [] : shown.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
  }, [viewedId, shown]);
  useFreshThumbnails(viewed, refresh);
  return null;
}

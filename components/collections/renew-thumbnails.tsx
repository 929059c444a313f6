import { useEffect, useMemo } from "react";
import { useViewedImage } from "@/components/lightbox/viewed-image";
import { needsProof } from "@/lib/client/collections/image-proofs";
import type { StoredImage } from "@/lib/contract/collection";
import { FILMSTRIP_REACH } from "@/lib/core/image/neighbours";

type Refresh = (image: StoredImage) => void;

/** Asks for new thumbnails of images whose thumbnails are missing or expire soon. */
export function useRenewedThumbnails(images: readonly StoredImage[], refresh: Refresh): void {
  useEffect(() => {
    for (const image of images) if (needsProof(image)) refresh(image);
  }, [images, refresh]);
}

/** Renews the thumbnails of the lightbox and its filmstrip: tiles renew only their own. */
export function RenewViewedThumbnails({
  shown,
  refresh,
}: {
  shown: readonly StoredImage[];
  refresh: Refresh;
}) {
  const viewedId = useViewedImage();
  const viewed = useMemo(() => {
    const at = viewedId === null ? -1 : shown.findIndex(({ id }) => id === viewedId);
    return at === -1
      ? []
      : shown.slice(Math.max(0, at - FILMSTRIP_REACH), at + FILMSTRIP_REACH + 1);
  }, [viewedId, shown]);
  useRenewedThumbnails(viewed, refresh);
  return null;
}

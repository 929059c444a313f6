import { lazy, Suspense } from "react";
import {
  closeImage,
  showImage,
  useViewedImage,
  viewHref,
} from "@/components/lightbox/viewed-image";
import type { SelectionStore } from "@/lib/client/image-store";
import type { StoredImage } from "@/lib/contract/collection";
import type { ExportedImage } from "@/lib/contract/picked-image";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { costOf, searchHref } from "@/lib/core/query/search-outcome";
import { parseSearchQuery } from "@/lib/core/query/search-query";

const Lightbox = lazy(async () => ({
  default: (await import("@/components/lightbox/lightbox")).Lightbox,
}));

type CollectionLightboxProps = {
  /** The shown images, in order. */
  images: readonly StoredImage[];
  store: SelectionStore;
  /** The service that answers searches; null if unknown. */
  service: ServiceLabel | null;
};

/** Shows the images of a collection in the lightbox, according to the URL. */
export function CollectionLightbox({ images, store, service }: CollectionLightboxProps) {
  const imageId = useViewedImage();
  if (imageId === null || images.length === 0) return null;
  return (
    <Suspense>
      <Lightbox
        images={images}
        imageId={imageId}
        store={store}
        hrefOf={viewHref}
        siteHrefOf={siteHrefOf}
        origin={location.origin}
        isPaid={service !== null && costOf(service) === "paid"}
        onShow={showImage}
        onClose={closeImage}
      />
    </Suspense>
  );
}

/** Returns the URL of the same search on the image's site; null without a search or a site. */
function siteHrefOf({ provenance, folder, host }: ExportedImage): string | null {
  const parsed = parseSearchQuery(new URLSearchParams(provenance.search ?? ""));
  if (!parsed.isValid || folder !== undefined || parsed.query.site === host) return null;
  return searchHref({ ...parsed.query, site: host });
}

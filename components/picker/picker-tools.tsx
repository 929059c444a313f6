"use client";

import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { usePageSearch } from "@/components/search/page/page-search";
import type { ImageTools } from "@/components/search/results/tools";
import { useFocusedMore } from "@/components/search/results/use-focused-more";
import { ShowAllPictures } from "@/components/selection/show-all-pictures";
import { useTileSelection } from "@/components/selection/use-tile-selection";
import { FitLine } from "@/components/slots/fit-line";
import { FitMark } from "@/components/slots/fit-mark";
import { useGrid } from "@/lib/client/grid-handle";
import { imageStore } from "@/lib/client/image-store";
import { findTransparent } from "@/lib/client/picker/transparent-images";
import { useMayLoadThumbnails } from "@/lib/client/picture-settings";
import { useLoaded } from "@/lib/client/use-loaded";
import type { ExportedImage } from "@/lib/contract/picked-image";
import type { Image } from "@/lib/contract/search-answer";
import { pickedImages, picksOf } from "@/lib/core/image/picked-images";
import { isUsable } from "@/lib/core/slots/chosen-images";
import { slotFit } from "@/lib/core/slots/slot-fit";
import { ChooseButton } from "./choose-button";
import { slotLabel } from "./slot-label";
import { useTray, useTrayState } from "./tray-context";

/** Loads when the browser is idle. */
const loadLightbox = () => import("@/components/lightbox/page-lightbox");

export const SearchTools: ImageTools["SearchTools"] = ({ answer, shown }) => {
  useFocusedMore(answer);
  return <PickTools images={useMemo(() => pickedImages(answer), [answer])} shown={shown} />;
};

type PickToolsProps = {
  images: readonly ExportedImage[];
  /** Those that the grid shows, in order. */
  shown: readonly Image[];
};

/** Makes tiles choose images for the tray, and shows the lightbox. */
export function PickTools({ images, shown }: PickToolsProps) {
  const tray = useTray();
  const refined = useMemo(() => picksOf(shown, images), [images, shown]);
  const lightbox = useLoaded(loadLightbox);
  const mayLoad = useMayLoadThumbnails();
  const grid = useGrid();

  useLayoutEffect(() => {
    tray.add(images);
    // For the menus of the tiles, which may save an image.
    imageStore.add(images);
  }, [tray, images]);
  useLayoutEffect(() => {
    // Shows the menus above the images (picker.module.css).
    grid?.element.closest("main")?.toggleAttribute("data-tools", true);
  }, [grid]);
  useTileSelection({ store: tray, showsBoxes: true });

  useEffect(() => {
    // Reading the pixels would request the pictures.
    if (!mayLoad || tray.slots.every(({ transparent }) => transparent !== false)) return;
    const leaving = new AbortController();
    void findTransparent(images, leaving.signal, tray.markTransparent);
    return () => leaving.abort();
  }, [tray, images, mayLoad]);

  return (
    lightbox !== null && (
      <lightbox.PageLightbox
        images={refined}
        all={images}
        store={tray}
        PrimaryAction={ChooseButton}
      />
    )
  );
}

/** Marks on each tile how its image fits the slot that is being filled, and offers to hide the others. */
export const Grouping: ImageTools["Grouping"] = ({ images, onGroup }) => {
  const { slot, transparentIds } = useTrayState();
  const { search } = usePageSearch();
  const [isOnlyFitting, setIsOnlyFitting] = useState(false);
  const fits = useMemo(
    () =>
      slot === null
        ? null
        : images.map((image) => {
            const known = { ...image, isTransparent: transparentIds.has(image.id) };
            return { image, fit: slotFit(known, slot), isUsable: isUsable(known, slot) };
          }),
    [images, slot, transparentIds],
  );

  useLayoutEffect(() => {
    if (slot === null || fits === null) {
      onGroup(null);
      return;
    }
    const shown = isOnlyFitting ? fits.filter(({ fit }) => fit.kind === "fits") : fits;
    const notes = fits.map(
      ({ image, ...mark }) => [image.id, <FitMark key={image.id} {...mark} />] as const,
    );
    onGroup({ of: images, images: shown.map(({ image }) => image), notes: new Map(notes) });
  }, [images, slot, fits, isOnlyFitting, onGroup]);
  useLayoutEffect(() => () => onGroup(null), [onGroup]);

  const showAll = <ShowAllPictures images={images} search={search} />;
  if (slot === null || fits === null) return showAll;
  const count = fits.filter(({ fit }) => fit.kind === "fits").length;
  return (
    <>
      {showAll}
      <FitLine
        slotLabel={slotLabel(slot)}
        count={count}
        total={images.length}
        isOnlyFitting={isOnlyFitting}
        onChange={setIsOnlyFitting}
      />
    </>
  );
};

"use client";

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { ShowAllPictures } from "@/components/selection/show-all-pictures";
import { FitLine } from "@/components/slots/fit-line";
import { FitMark } from "@/components/slots/fit-mark";
import { SlotSelect } from "@/components/slots/slot-select";
import { CopiesNote } from "@/components/tile/copies-note";
import { useKeptChoice } from "@/lib/client/kept-state";
import { useSlots } from "@/lib/client/slots";
import type { Image } from "@/lib/contract/search-answer";
import { slotFit } from "@/lib/core/slots/slot-fit";
import { usePageSearch } from "../page/page-search";
import { Duplicates, type GroupedImages } from "./duplicates";

type GroupingProps = {
  /** The refined images of an answer. */
  images: readonly Image[];
  /** Called with null while all images are shown, without notes. */
  onGroup: (grouped: GroupedImages | null) => void;
};

/** Marks how images fit the chosen slot, and offers to show only those that fit, without duplicates. */
export function Grouping({ images, onGroup }: GroupingProps) {
  const { slot } = useSlots();
  const { search } = usePageSearch();
  const [isOnlyFitting, setIsOnlyFitting] = useKeptChoice("vitrine.fit");
  const [duplicates, setDuplicates] = useState<GroupedImages | null>(null);
  const fits = useMemo(
    () => slot && new Map(images.map((image) => [image.id, slotFit(image, slot)])),
    [images, slot],
  );
  const fitting = useMemo(
    () => (fits === null ? images : images.filter(({ id }) => fits.get(id)?.kind === "fits")),
    [images, fits],
  );
  const offered = isOnlyFitting ? fitting : images;

  useEffect(() => {
    const grouped = duplicates?.of === offered ? duplicates : null;
    if (fits === null) {
      onGroup(grouped);
      return;
    }
    const notes = images.map(({ id, copies }): [string, ReactNode] => {
      const fit = fits.get(id);
      return [
        id,
        <>
          {grouped?.notes.get(id) ?? (copies && <CopiesNote {...copies} />)}
          {fit && <FitMark fit={fit} isUsable />}
        </>,
      ];
    });
    onGroup({ of: images, images: grouped?.images ?? offered, notes: new Map(notes) });
  }, [images, fits, offered, duplicates, onGroup]);
  useEffect(() => () => onGroup(null), [onGroup]);

  return (
    <>
      <ShowAllPictures images={images} search={search} />
      <Duplicates images={offered} onGroup={setDuplicates} />
      <FitLine
        slotLabel={slot?.label ?? null}
        count={fitting.length}
        total={images.length}
        isOnlyFitting={isOnlyFitting}
        onChange={setIsOnlyFitting}
      >
        <SlotSelect isNamed />
      </FitLine>
    </>
  );
}

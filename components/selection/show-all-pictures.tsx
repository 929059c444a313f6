"use client";

import { announce } from "@/components/ui/announcer";
import text from "@/components/ui/text.module.css";
import { useGrid } from "@/lib/client/grid-handle";
import { usePictureSettings } from "@/lib/client/picture-settings";
import { revealPictures, useRevealed } from "@/lib/client/revealed-pictures";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { Image } from "@/lib/contract/search-answer";
import { coversPicture, isModerateSearch } from "@/lib/core/settings/pictures";
import { picturesMessages as messages } from "@/lib/messages/compiled/pictures";
import styles from "./show-all-pictures.module.css";

type ShowAllPicturesProps = {
  images: readonly (Image & Partial<Pick<PickedImage, "provenance">>)[];
  /** The query string of the search that found those images that have no provenance. */
  search?: string | null;
};

/** A button that reveals the covered pictures of a list; renders nothing if there are none. */
export function ShowAllPictures({ images, search = null }: ShowAllPicturesProps) {
  const settings = usePictureSettings();
  const revealed = useRevealed();
  const grid = useGrid();
  if (settings === null) return null;
  const covered = images.filter(({ id, provenance }) => {
    const isModerate = isModerateSearch(provenance === undefined ? search : provenance.search);
    return coversPicture(settings, isModerate) && !revealed.has(id);
  });
  if (covered.length === 0) return null;
  return (
    <p className={styles.all}>
      <button
        type="button"
        className={text.link}
        onClick={() => {
          revealPictures(covered.map(({ id }) => id));
          announce(messages("allShown"));
          // This button disappears.
          if (covered[0] !== undefined) grid?.focusImage(covered[0].id);
        }}
      >
        {messages("all")}
      </button>
    </p>
  );
}

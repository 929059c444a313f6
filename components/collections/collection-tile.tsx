"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
} from "react";
import { ImageTile, sizeText } from "@/components/grid/image-tile";
import { needsProof } from "@/lib/client/collections/image-proofs";
import { nameOf } from "@/lib/client/image-name";
import type { StoredImage } from "@/lib/contract/collection";
import type { ImageCheck } from "@/lib/contract/still-there";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { TileNote } from "./tile-note";

/** What a tile asks its collection to do; the same object for all tiles. */
export type TileActions = {
  /** Opens the image in the lightbox, unless the click asks for another tab or window. */
  open(event: MouseEvent): void;
  /** A press of the handle, which drags the image or opens its menu. */
  hold(event: PointerEvent<HTMLElement>, imageId: string): void;
  openMenu(handle: HTMLElement, imageId: string): void;
  /** Moves the image if an arrow key, Home or End was pressed. */
  moveByKey(event: KeyboardEvent, imageId: string): void;
  saveNote(imageId: string, note: string): void;
  /** The thumbnails are expired, or one failed to load. */
  refresh(image: StoredImage): void;
};

type CollectionTileProps = {
  image: StoredImage;
  /** From 1, in the whole collection. */
  rank: number;
  posInSet: number;
  setSize: number;
  /** Whether it is being dragged, or the dragged image would be dropped before or after it. */
  drag: "moving" | "before" | "after" | null;
  actions: TileActions;
};

/**
 * The tile of an image of a collection. It has few elements, because a long grid renders up to thirty
 * tiles at once while it scrolls.
 */
export const CollectionTile = memo(function CollectionTile(props: CollectionTileProps) {
  const { image, actions, ...place } = props;
  const { id, note } = image;
  const name = nameOf(image);
  useEffect(() => {
    if (needsProof(image)) actions.refresh(image);
  }, [image, actions]);
  const onLoadChange = useCallback(
    (_: string, isLoaded: boolean) => {
      if (!isLoaded) actions.refresh(image);
    },
    [image, actions],
  );
  return (
    <ImageTile
      {...place}
      // A saved image is never loaded from its host.
      image={{ ...image, fallbackUrl: null }}
      onClick={actions.open}
      failedText={messages("thumbnailFailed")}
      facts={factsOf(image)}
      handle={{
        "aria-label": messages("grip", { name }),
        "aria-describedby": "grip-help",
        onPointerDown: (event) => actions.hold(event, id),
        onClick: (event) => {
          // The menu opens and closes itself.
          event.preventDefault();
          actions.openMenu(event.currentTarget, id);
        },
        onKeyDown: (event) => actions.moveByKey(event, id),
      }}
      onLoadChange={onLoadChange}
    >
      <TileNote id={id} note={note} name={name} onSave={actions.saveNote} />
    </ImageTile>
  );
});

/** Its size, or that the original is no longer what was saved; after the mark of a cleared image. */
function factsOf(image: StoredImage) {
  const { clearance, check } = image;
  const text = isLost(check) ? messages(`state.${check.state}`) : sizeText(image);
  if (clearance === null) return text;
  return <span title={messages("clearedMark")}>{text === null ? "✓" : `✓ ${text}`}</span>;
}

type LostImage = ImageCheck & { state: "gone" | "moved" | "changed" };

/** Whether the original is no longer what was saved. */
function isLost(check: ImageCheck | undefined): check is LostImage {
  return check !== undefined && ["gone", "moved", "changed"].includes(check.state);
}

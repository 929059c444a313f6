"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
} from "react";
import { FitMark } from "@/components/slots/fit-mark";
import { ImageTile, sizeText } from "@/components/tile/image-tile";
import { needsProof } from "@/lib/client/collections/image-proofs";
import { nameOf } from "@/lib/client/image-name";
import { cacheForOffline } from "@/lib/client/offline/cache-for-offline";
import type { StoredImage } from "@/lib/contract/collection";
import type { SizedSlot } from "@/lib/contract/crops";
import type { ImageCheck } from "@/lib/contract/still-there";
import { viewQuery } from "@/lib/core/query/view-parameters";
import { slotFit } from "@/lib/core/slots/slot-fit";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { TileNote } from "./tile-note";

/** Callbacks of a tile to its collection; all tiles share one object. */
export type TileActions = {
  /** Called before a click opens the image; the click that ends a drag does not. */
  click(event: MouseEvent): void;
  /** Called when the handle is pressed; it drags the image or opens its menu. */
  hold(event: PointerEvent<HTMLElement>, imageId: string): void;
  openMenu(handle: HTMLElement, imageId: string): void;
  /** Moves the image if an arrow key, Home or End was pressed. */
  moveByKey(event: KeyboardEvent, imageId: string): void;
  saveNote(imageId: string, note: string): Promise<void>;
  draftNote(imageId: string, note: string | null): void;
  /** Called when the thumbnails have expired, or one failed to load. */
  refresh(image: StoredImage): void;
};

type CollectionTileProps = {
  image: StoredImage;
  /** From 1, in the whole collection. */
  rank: number;
  posInSet: number;
  setSize: number;
  /** Whether the image is being dragged, or a dragged image would be dropped before or after it. */
  drag: "moving" | "before" | "after" | null;
  /** The slot that the tile's mark is about. */
  slot: SizedSlot | null;
  actions: TileActions;
};

/**
 * The tile of a saved image. It has few elements, because a long grid renders up to thirty tiles at
 * once while it scrolls.
 */
export const CollectionTile = memo(function CollectionTile(props: CollectionTileProps) {
  const { image, actions, slot, ...place } = props;
  const { id, note } = image;
  const name = nameOf(image);
  useEffect(() => {
    if (needsProof(image)) actions.refresh(image);
  }, [image, actions]);
  const onLoadChange = useCallback(
    (_: string, isLoaded: boolean) => {
      if (isLoaded) cacheForOffline([image]);
      else actions.refresh(image);
    },
    [image, actions],
  );
  return (
    <ImageTile
      {...place}
      // A saved image is never loaded from its original host.
      image={{ ...image, fallbackUrl: null }}
      href={viewQuery("", id)}
      onClick={actions.click}
      failedText={messages("thumbnailFailed")}
      facts={factsOf(image)}
      note={slot && <FitMark fit={slotFit(image, slot)} isUsable />}
      handle={{
        "aria-label": messages("grip", { name }),
        title: messages("grip", { name }),
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
      <TileNote
        id={id}
        note={note}
        name={name}
        onSave={actions.saveNote}
        onDraft={actions.draftNote}
      />
    </ImageTile>
  );
});

/** Returns that the original has changed or is gone, that the rights are cleared, or the size. */
function factsOf(image: StoredImage) {
  const { clearance, check } = image;
  if (isLost(check)) return <span>{messages(`state.${check.state}`)}</span>;
  const size = sizeText(image);
  if (clearance === null) return size && <span>{size}</span>;
  return <span title={size ?? undefined}>{messages("clearedMark")}</span>;
}

type LostImage = ImageCheck & { state: "gone" | "moved" | "changed" };

/** Whether the original has changed or is gone. */
function isLost(check: ImageCheck | undefined): check is LostImage {
  return check !== undefined && ["gone", "moved", "changed"].includes(check.state);
}

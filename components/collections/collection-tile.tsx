"use client";

import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useContext,
  useEffect,
  useState,
} from "react";
import { DensityContext } from "@/components/grid/density";
import { needsReference } from "@/lib/client/collections/image-references";
import type { StoredImage } from "@/lib/contract/collection";
import type { ImageCheck } from "@/lib/contract/still-there";
import { placeOf } from "@/lib/core/image/image-place";
import { imageSources } from "@/lib/core/image/image-sources";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./collection-tile.module.css";

/** What a tile asks its collection to do; the same object for all tiles. */
export type TileActions = {
  /** Opens the image in the lightbox, unless the click asks for another tab or window. */
  open(event: MouseEvent): void;
  /** A press of the handle, which drags the image or opens its menu. */
  hold(event: PointerEvent<HTMLButtonElement>, imageId: string): void;
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
 * An image of a collection. It has few elements, because a long grid renders up to thirty tiles at once
 * while it scrolls: pseudo-elements draw the decoration.
 */
export const CollectionTile = memo(function CollectionTile(props: CollectionTileProps) {
  const { image, rank, posInSet, setSize, drag, actions } = props;
  const { id, name, hostUrl, imageUrl, width, height, accentColor, note, clearance, check } = image;
  const { ratio, isGuessed } = tileRatio(image);
  const host = placeOf(image);
  const alt = name || messages("untitledFrom", { host });
  const density = useContext(DensityContext);
  const sources = imageSources(image, { isFallback: false, isLazy: true, density, isFew: false });
  const { path } = image.thumbnails ?? {};
  // The path whose thumbnail failed; another one may load.
  const [failedPath, setFailedPath] = useState<string | null>(null);
  const isBroken = path === undefined || failedPath === path;
  useEffect(() => {
    if (isBroken || needsReference(image)) actions.refresh(image);
  }, [image, isBroken, actions]);

  return (
    <li
      className={styles.tile}
      data-image-id={id}
      data-lit={accentColor === null ? undefined : ""}
      data-drag={drag ?? undefined}
      aria-posinset={posInSet}
      aria-setsize={setSize}
      style={
        { "--ratio": ratio, ...(accentColor && { "--picture": accentColor }) } as CSSProperties
      }
    >
      <a
        className={styles.picture}
        href={imageUrl}
        rel="noopener noreferrer"
        referrerPolicy="no-referrer"
        draggable={false}
        aria-label={isBroken ? alt : undefined}
        onClick={actions.open}
      >
        {sources !== null && !isBroken ? (
          // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
          <img
            {...sources}
            alt={alt}
            loading="lazy"
            decoding="async"
            draggable={false}
            onLoad={({ currentTarget }) => {
              // A failed thumbnail is one pixel, which browsers render whatever its status.
              if (currentTarget.naturalWidth <= 1) setFailedPath(path ?? null);
              else currentTarget.dataset.loaded = "";
            }}
            onError={() => setFailedPath(path ?? null)}
          />
        ) : (
          messages("thumbnailFailed")
        )}
      </a>
      {/* Its state is the selection's (lib/client/tile-selection.ts), so that selecting thousands renders
          nothing again. */}
      <input
        type="checkbox"
        className={styles.pick}
        aria-label={messages("select", { name: alt })}
      />
      <button
        type="button"
        className={styles.grip}
        aria-haspopup="menu"
        aria-label={messages("grip", { name: alt })}
        aria-describedby="grip-help"
        onPointerDown={(event) => actions.hold(event, id)}
        onClick={(event) => {
          // The menu opens and closes itself.
          event.preventDefault();
          actions.openMenu(event.currentTarget, id);
        }}
        onKeyDown={(event) => actions.moveByKey(event, id)}
      />
      <p
        className={styles.name}
        data-rank={rank}
        data-none={name === "" || undefined}
        dir="auto"
        title={name || undefined}
      >
        {name || messages("untitled")}
      </p>
      <p className={styles.from} title={clearance === null ? undefined : messages("clearedMark")}>
        {hostUrl === null ? (
          `${host} `
        ) : (
          <a href={hostUrl} rel="noopener noreferrer" referrerPolicy="no-referrer">
            {host}
          </a>
        )}
        {[
          clearance !== null && "✓",
          isLost(check)
            ? messages(`fate.${check.state}`)
            : !isGuessed && messages("size", { width: String(width), height: String(height) }),
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      <Note id={id} note={note} name={alt} onSave={actions.saveNote} />
    </li>
  );
});

type LostImage = ImageCheck & { state: "gone" | "moved" | "changed" };

/** Whether the original is no longer what was saved. */
function isLost(check: ImageCheck | undefined): check is LostImage {
  return check !== undefined && ["gone", "moved", "changed"].includes(check.state);
}

type NoteProps = {
  id: string;
  note: string;
  name: string;
  onSave: (imageId: string, note: string) => void;
};

const NOTE_CHARACTERS_MAX = 2000;

/** The editor's note; a press turns it into a field. */
function Note({ id, note, name, onSave }: NoteProps) {
  const [isWriting, setIsWriting] = useState(false);
  if (!isWriting) {
    return (
      <button
        type="button"
        className={styles.note}
        data-none={note === "" || undefined}
        data-note
        aria-label={note === "" ? undefined : `${messages("note", { name })}: ${note}`}
        onClick={() => setIsWriting(true)}
      >
        {note || messages("addNote")}
      </button>
    );
  }
  const end = (field: HTMLTextAreaElement, isSaved: boolean) => {
    const tile = field.closest("li");
    const hadFocus = document.activeElement === field;
    if (isSaved && field.value.trim() !== note) onSave(id, field.value.trim());
    setIsWriting(false);
    if (hadFocus) {
      requestAnimationFrame(() => tile?.querySelector<HTMLElement>("[data-note]")?.focus());
    }
  };
  return (
    <textarea
      ref={startWriting}
      className={styles.field}
      defaultValue={note}
      maxLength={NOTE_CHARACTERS_MAX}
      rows={2}
      dir="auto"
      aria-label={messages("note", { name })}
      onBlur={({ currentTarget }) => end(currentTarget, true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape") end(event.currentTarget, false);
        else if (event.key === "Enter" && !event.shiftKey) end(event.currentTarget, true);
        else return;
        event.preventDefault();
      }}
    />
  );
}

function startWriting(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}

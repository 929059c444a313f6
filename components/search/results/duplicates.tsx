"use client";

import { type ReactNode, useEffect, useMemo, useState } from "react";
import {
  type DuplicateGroup,
  duplicateGroups,
  withoutDuplicates,
} from "@/components/search/results/find-duplicates";
import note from "@/components/tile/corner-note.module.css";
import { announce } from "@/components/ui/announcer";
import text from "@/components/ui/text.module.css";
import { useGrid } from "@/lib/client/grid-handle";
import { hashesOf } from "@/lib/client/picture-hashes";
import { useMayLoadThumbnails } from "@/lib/client/picture-settings";
import type { Image } from "@/lib/contract/search-answer";
import { duplicatesMessages as messages } from "@/lib/messages/compiled/duplicates";
import { tileMessages } from "@/lib/messages/compiled/tile";
import styles from "./duplicates.module.css";

/** The images of a list, without the smaller images of each group of duplicates. */
export type GroupedImages = {
  /** The list that was grouped. */
  of: readonly Image[];
  images: readonly Image[];
  /** The notes on the groups for their tiles, by image id. */
  notes: ReadonlyMap<string, ReactNode>;
};

type DuplicatesProps = {
  /** The images before they are grouped. */
  images: readonly Image[];
  /** Called with null while they are not grouped. */
  onGroup: (grouped: GroupedImages | null) => void;
};

const NO_HASHES: ReadonlyMap<string, string> = new Map();
const NONE: ReadonlySet<string> = new Set();

/** Waits, because a tile's thumbnail often loads together with others. */
const PAUSE_MS = 500;

/**
 * Offers to group images that show the same picture, if there are any. Until the visitor accepts, all
 * images are shown, and only thumbnails that the page has loaded are compared.
 */
export function Duplicates({ images, onGroup }: DuplicatesProps) {
  const grid = useGrid();
  const mayLoad = useMayLoadThumbnails();
  const [hashes, setHashes] = useState(NO_HASHES);
  const [isGrouped, setIsGrouped] = useState(false);
  const [expanded, setExpanded] = useState(NONE);
  const groups = useMemo(() => duplicateGroups(images, hashes), [images, hashes]);
  const count = groups.reduce((sum, { ids }) => sum + ids.length - 1, 0);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer: ReturnType<typeof setTimeout>;
    const compare = async () => {
      const found = await hashesOf(images, { isLoading: isGrouped && mayLoad, signal });
      if (!signal.aborted) setHashes((known) => (known.size === found.size ? known : found));
    };
    const onLoad = () => {
      clearTimeout(timer);
      timer = setTimeout(compare, PAUSE_MS);
    };
    onLoad();
    // Load events do not bubble.
    grid?.element.addEventListener("load", onLoad, { signal, capture: true });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [images, isGrouped, mayLoad, grid]);

  useEffect(() => {
    if (!isGrouped || groups.length === 0) {
      onGroup(null);
      return;
    }
    const closed = groups.filter(({ best }) => !expanded.has(best));
    const notes = groups.map((group): [string, ReactNode] => [
      group.best,
      <GroupNote
        key={group.best}
        group={group}
        images={images}
        isExpanded={expanded.has(group.best)}
        onToggle={() => setExpanded((now) => toggled(now, group.best))}
      />,
    ]);
    onGroup({ of: images, images: withoutDuplicates(images, closed), notes: new Map(notes) });
  }, [isGrouped, groups, expanded, images, onGroup]);
  useEffect(() => () => onGroup(null), [onGroup]);

  if (count === 0) return null;
  return (
    <p className={styles.offer}>
      <button
        type="button"
        className={text.link}
        aria-pressed={isGrouped}
        onClick={() => {
          setIsGrouped(!isGrouped);
          setExpanded(NONE);
          announce(messages(isGrouped ? "shown" : "grouped", { count }));
        }}
      >
        {messages("group", { count })}
      </button>
    </p>
  );
}

type GroupNoteProps = {
  group: DuplicateGroup;
  images: readonly Image[];
  isExpanded: boolean;
  onToggle: () => void;
};

/** A note on the tile of a group's largest image: the group's size, and a button for the others. */
function GroupNote({ group, images, isExpanded, onToggle }: GroupNoteProps) {
  const sizes = new Set(
    images.flatMap(({ id, width, height }) => (group.ids.includes(id) ? `${width}x${height}` : [])),
  );
  const count = group.ids.length;
  return (
    <button type="button" className={note.note} aria-expanded={isExpanded} onClick={onToggle}>
      <span>{tileMessages(sizes.size === count ? "sizes" : "copies", { count })}</span>
    </button>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

"use client";

import { useCallback, useSyncExternalStore } from "react";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { coversPicture, isModerateSearch } from "@/lib/core/settings/pictures";
import { usePictureSettings } from "./picture-settings";

const NONE: ReadonlySet<string> = new Set();

/** Ids of the images whose pictures the visitor revealed, until the page unloads. */
let revealed = NONE;
const listeners = new Set<() => void>();

/** Shows the pictures of these images wherever they are covered. */
export function revealPictures(ids: readonly string[]): void {
  revealed = new Set([...revealed, ...ids]);
  for (const listener of listeners) listener();
}

/** Returns whether the visitor revealed an image's picture. */
export function useIsRevealed(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => revealed.has(id),
    () => false,
  );
}

/** Returns the ids of all revealed pictures; a new set after each change. */
export function useRevealed(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => revealed,
    () => NONE,
  );
}

/** Returns a function that tells whether an image's picture is covered; a new one after each change. */
export function useIsCovered(): (image: ExportedImage) => boolean {
  const settings = usePictureSettings();
  const ids = useRevealed();
  return useCallback(
    ({ id, provenance }) =>
      settings !== null &&
      coversPicture(settings, isModerateSearch(provenance.search)) &&
      !ids.has(id),
    [settings, ids],
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

"use client";

import { useSearchParams } from "next/navigation";
import { useSyncExternalStore } from "react";
import { formatView, parseView } from "@/lib/core/view-parameters";

/** Set in the state of a history entry that the lightbox pushed. */
const PUSHED = "isLightbox";

const listeners = new Set<() => void>();

/**
 * The id of the image that the URL names for the lightbox; null while it is closed. Follows the URL at
 * once, before Next has rendered it.
 */
export function useViewedImage(): string | null {
  // Renders again after every navigation; then the snapshot is read again.
  const parameters = useSearchParams();
  return useSyncExternalStore(
    subscribe,
    () => parseView(new URLSearchParams(location.search)).image,
    () => parseView(parameters).image,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

/** The URL of this page with an image in the lightbox; null for none. */
export function viewHref(imageId: string | null): string {
  const parameters = new URLSearchParams(location.search);
  formatView({ image: imageId }, parameters);
  return `${location.pathname}${parameters.size > 0 ? `?${parameters}` : ""}`;
}

/** Opens the lightbox: Back closes it. */
export function openImage(imageId: string): void {
  history.pushState({ [PUSHED]: true }, "", viewHref(imageId));
  changed();
}

/** Shows another image in the open lightbox: Back closes it too. */
export function showImage(imageId: string): void {
  history.replaceState({ [PUSHED]: isPushed() }, "", viewHref(imageId));
  changed();
}

/** Closes the lightbox: goes back to where it was opened; a direct visit stays on its page. */
export function closeImage(): void {
  if (isPushed()) history.back();
  else {
    history.replaceState(null, "", viewHref(null));
    changed();
  }
}

/** Next keeps the state of an entry, also when the page is reloaded. */
function isPushed(): boolean {
  return history.state?.[PUSHED] === true;
}

function changed(): void {
  for (const listener of listeners) listener();
}

"use client";

import { useSearchParams } from "next/navigation";
import { useSyncExternalStore } from "react";
import { revealPictures } from "@/lib/client/revealed-pictures";
import { parseView, viewQuery } from "@/lib/core/query/view-parameters";

/** Set in the state of each history entry that the lightbox pushes. */
const PUSHED = "isLightbox";

/**
 * A change that is not in the URL yet. It is written after the next paint, because writing it, and
 * rendering the components that read the URL, take longer than showing the picture.
 */
let unwritten: { imageId: string; isPush: boolean } | undefined;

const listeners = new Set<() => void>();

/** Returns the id of the image in the lightbox, from the URL; null while the lightbox is closed. */
export function useViewedImage(): string | null {
  // Causes a render after every navigation, which reads the snapshot again.
  const parameters = useSearchParams();
  return useSyncExternalStore(
    subscribe,
    () => unwritten?.imageId ?? parseView(new URLSearchParams(location.search)).image,
    () => parseView(parameters).image,
  );
}

function subscribe(listener: () => void): () => void {
  const onTravel = () => {
    unwritten = undefined;
    listener();
  };
  listeners.add(listener);
  addEventListener("popstate", onTravel);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", onTravel);
  };
}

/** Returns the URL of this page with an image in the lightbox; for null, without the lightbox. */
export function viewHref(imageId: string | null): string {
  // The fragment of a shared link contains the collection.
  return `${location.pathname}${viewQuery(location.search, imageId)}${location.hash}`;
}

/** Opens the lightbox: Back closes it. Reveals the picture; those that the visitor moves to stay covered. */
export function openImage(imageId: string): void {
  revealPictures([imageId]);
  writeUrl();
  show(imageId, true);
}

/** Shows another image in the open lightbox: Back closes it too. */
export function showImage(imageId: string): void {
  show(imageId, unwritten?.isPush ?? false);
}

/** Closes the lightbox: goes back to the page it opened on; after a direct visit, stays there. */
export function closeImage(): void {
  writeUrl();
  if (isPushed()) history.back();
  else {
    history.replaceState(entryState(false), "", viewHref(null));
    changed();
  }
}

function show(imageId: string, isPush: boolean): void {
  const isScheduled = unwritten !== undefined;
  unwritten = { imageId, isPush };
  changed();
  if (!isScheduled) requestAnimationFrame(() => setTimeout(writeUrl));
}

function writeUrl(): void {
  if (unwritten === undefined) return;
  const { imageId, isPush } = unwritten;
  const href = viewHref(imageId);
  if (isPush) {
    keepScrollPosition();
    history.pushState(entryState(true), "", href);
  } else history.replaceState(entryState(isPushed()), "", href);
  unwritten = undefined;
}

/**
 * Otherwise, after Back, the browser would scroll to where the lightbox was opened, and not to the last
 * shown image.
 */
function keepScrollPosition(): void {
  if (history.scrollRestoration === "manual") return;
  history.scrollRestoration = "manual";
  const onLeave = () => {
    history.scrollRestoration = "auto";
  };
  addEventListener("pagehide", onLeave, { once: true });
}

/**
 * Returns the state of a history entry for a view of this page. It keeps what Next's router stored in the
 * present entry, so the router takes the change for its own and ignores it. Otherwise the router renders
 * the URL later, and then writes it over the URL of a picture that was shown since.
 */
function entryState(isPushed: boolean) {
  return { ...history.state, [PUSHED]: isPushed };
}

/** Whether the lightbox pushed this entry. Next preserves an entry's state, even across a reload. */
function isPushed(): boolean {
  return history.state?.[PUSHED] === true;
}

function changed(): void {
  for (const listener of listeners) listener();
}

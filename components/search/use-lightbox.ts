"use client";

import { useEffect, useState } from "react";
import { onFirstInteraction } from "@/lib/client/on-first-interaction";

type Loaded = typeof import("./result-lightbox");

let loaded: Loaded | undefined;

/** Loads the lightbox once. @throws if that fails */
export async function loadLightbox(): Promise<void> {
  loaded ??= await import("./result-lightbox");
}

/**
 * The lightbox, once its code is loaded: on first interaction, since until then the tiles' links lead to
 * the server's rendering of it.
 */
export function useLightbox(): Loaded["ResultLightbox"] | undefined {
  const [, setIsLoaded] = useState(false);
  useEffect(
    () =>
      onFirstInteraction(() => {
        loadLightbox().then(
          () => setIsLoaded(true),
          () => {},
        );
      }),
    [],
  );
  return loaded?.ResultLightbox;
}

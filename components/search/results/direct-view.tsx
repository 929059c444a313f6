"use client";

import { type ReactNode, useEffect, useState } from "react";
import { loadTools } from "./load-tools";

type DirectViewProps = {
  /** The server's rendering of the lightbox, with links. */
  view: ReactNode;
  /** The page, which opens the lightbox itself. */
  children: ReactNode;
};

/**
 * A direct visit to an image: the page is rendered when the lightbox is there to cover it. Until then,
 * and without scripts, the image is all there is.
 */
export function DirectView({ view, children }: DirectViewProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    loadTools().then(
      () => setIsLoaded(true),
      () => {},
    );
  }, []);
  return isLoaded ? children : view;
}

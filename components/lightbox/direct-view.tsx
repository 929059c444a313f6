"use client";

import { type ReactNode, useEffect, useState } from "react";

type DirectViewProps = {
  /** The lightbox with links, rendered by the server. */
  view: ReactNode;
  /** Loads the tools, whose lightbox can cover the page; the same function on each render. */
  load: () => Promise<unknown>;
  /** The page, which opens its own lightbox. */
  children: ReactNode;
};

/**
 * A direct visit to an image. Renders the page once its lightbox can cover it. Until then, and
 * without scripts, shows only the image.
 */
export function DirectView({ view, load, children }: DirectViewProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    load().then(
      () => setIsLoaded(true),
      () => {},
    );
  }, [load]);
  return isLoaded ? children : view;
}

"use client";

import { type ReactNode, useEffect, useState } from "react";
import { loadTools } from "./load-tools";

type DirectViewProps = {
  /** The lightbox with links, rendered by the server. */
  view: ReactNode;
  /** The page, which opens its own lightbox. */
  children: ReactNode;
};

/**
 * A direct visit to an image. Renders the page once its lightbox can cover it. Until then, and
 * without scripts, shows only the image.
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

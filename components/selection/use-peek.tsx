"use client";

import { type ReactNode, useCallback, useState } from "react";
import { pictureSources } from "@/components/zoom/picture-sources";
import { pictureIdOf } from "@/lib/client/tile-selection";
import type { PickedImage } from "@/lib/contract/picked-image";
import styles from "./peek.module.css";

/**
 * Shows the large picture of a focused tile over the grid while its key is held. The alternative text
 * is the tile's, which has the focus meanwhile.
 */
export function usePeek(): {
  peeked: ReactNode;
  /** Shows the image until the key is released. Returns false unless its picture has the focus. */
  peek: (image: PickedImage) => boolean;
} {
  const [image, setImage] = useState<PickedImage | null>(null);
  const peek = useCallback((next: PickedImage) => {
    if (pictureIdOf(document.activeElement) !== next.id) return false;
    setImage(next);
    const held = new AbortController();
    const end = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== " ") return;
      held.abort();
      setImage(null);
    };
    // A held space bar would scroll the page.
    addEventListener("keydown", (event) => event.preventDefault(), held);
    for (const name of ["keyup", "blur"]) addEventListener(name, end, held);
    return true;
  }, []);
  const sources = image && pictureSources(image);
  const peeked = image !== null && sources !== null && (
    <div className={styles.peek} aria-hidden="true">
      {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
      <img
        {...sources}
        sizes="90vw"
        width={image.width ?? undefined}
        height={image.height ?? undefined}
        referrerPolicy="no-referrer"
        alt=""
        style={{ background: image.accentColor ?? undefined }}
      />
    </div>
  );
  return { peeked, peek };
}

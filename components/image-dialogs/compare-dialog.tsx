"use client";

import { useEffect, useId, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import { IconButton } from "@/components/ui/icon-button";
import primitives from "@/components/ui/primitives.module.css";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { loadedSrcOf } from "@/components/zoom/loaded-source";
import { useLightboxKeys } from "@/components/zoom/use-lightbox-keys";
import { frameOf } from "@/components/zoom/use-zoom-gestures";
import { panBy, SCALE_STEP, WHOLE, zoomTo } from "@/components/zoom/zoom";
import { ZoomedPicture } from "@/components/zoom/zoomed-picture";
import zoomed from "@/components/zoom/zoomed-picture.module.css";
import { nameOf } from "@/lib/client/image-name";
import type { PickedImage } from "@/lib/contract/picked-image";
import { placeOf } from "@/lib/core/image/image-place";
import { compareMessages as messages } from "@/lib/messages/compiled/compare";
import { tileMessages } from "@/lib/messages/compiled/tile";
import styles from "./compare-dialog.module.css";

const COMPARED_MIN = 2;

type CompareProps = {
  /** Two to four: more would be too small. */
  images: readonly PickedImage[];
  /** Called when the dialog has closed. */
  onClose: () => void;
};

/**
 * Images side by side that share one zoom, so that all show the same part. Load it with `import()`
 * when it is first needed.
 */
export function CompareDialog({ images, onClose }: CompareProps) {
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [zoom, setZoom] = useState(WHOLE);
  const dialog = useRef<HTMLDialogElement>(null);
  const firstFit = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const shown = images.filter(({ id }) => !removed.includes(id));

  const act = (change: (frame: NonNullable<ReturnType<typeof frameOf>>) => typeof zoom) => {
    const view = firstFit.current?.parentElement;
    const frame = view ? frameOf(view) : null;
    if (frame !== null) setZoom(change(frame));
  };
  const zoomBy = (factor: number) => act((frame) => zoomTo(zoom, zoom.scale * factor, frame));
  useLightboxKeys(dialog, {
    acts: {
      zoomIn: () => zoomBy(SCALE_STEP),
      zoomOut: () => zoomBy(1 / SCALE_STEP),
      zoomWhole: () => setZoom(WHOLE),
    },
    pan: zoom.scale > 1 ? (by) => act((frame) => panBy(zoom, by, frame)) : null,
  });
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} className={zoomed.cover} aria-labelledby={headingId} onClose={onClose}>
      <div className={styles.compare}>
        <header className={styles.head}>
          <form method="dialog">
            <button type="submit" className={button.icon} aria-label={messages("close")}>
              <ToolIcon name="close" />
            </button>
          </form>
          <h2 id={headingId}>{messages("title")}</h2>
          <p className={styles.note}>{messages("note", { count: shown.length })}</p>
          {zoom.scale > 1 && (
            <button type="button" className={button.bare} onClick={() => setZoom(WHOLE)}>
              {messages("whole")}
            </button>
          )}
          <IconButton icon="zoom" label={messages("zoomIn")} onClick={() => zoomBy(SCALE_STEP)} />
        </header>
        <ul className={styles.panes} data-count={shown.length}>
          {shown.map((image, i) => (
            <li key={image.id} className={styles.pane}>
              <ZoomedPicture
                {...(i === 0 && { ref: firstFit })}
                image={image}
                loadedSrc={loadedSrcOf(image.id)}
                zoom={zoom}
                onZoom={setZoom}
                zoomsByWheel={() => true}
              />
              <div className={styles.caption}>
                <p dir="auto" className={`${primitives.name} ${primitives.clipped}`}>
                  {nameOf(image)}
                </p>
                <p className={text.facts}>
                  <span>{placeOf(image)}</span>
                  <span dir="ltr">
                    {image.width === null || image.height === null
                      ? tileMessages("sizeUnknown")
                      : tileMessages("size", {
                          width: String(image.width),
                          height: String(image.height),
                        })}
                  </span>
                </p>
                {shown.length > COMPARED_MIN && (
                  <IconButton
                    icon="close"
                    label={messages("remove", { name: nameOf(image) })}
                    className={styles.remove}
                    onClick={() => {
                      setRemoved([...removed, image.id]);
                      // Removing an image also removes the focused button.
                      dialog.current?.querySelector("button")?.focus();
                    }}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}

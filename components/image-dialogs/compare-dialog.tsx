"use client";

import { useEffect, useId, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import primitives from "@/components/ui/primitives.module.css";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { loadedSrcOf } from "@/components/zoom/loaded-source";
import { frameOf, readPan } from "@/components/zoom/use-zoom-gestures";
import { panBy, SCALE_STEP, WHOLE, zoomTo } from "@/components/zoom/zoom";
import { ZoomedPicture } from "@/components/zoom/zoomed-picture";
import zoomed from "@/components/zoom/zoomed-picture.module.css";
import { nameOf } from "@/lib/client/image-name";
import { readShortcut } from "@/lib/client/shortcuts";
import type { PickedImage } from "@/lib/contract/picked-image";
import { placeOf } from "@/lib/core/image/image-place";
import { compareMessages as messages } from "@/lib/messages/compiled/compare";
import { tileMessages } from "@/lib/messages/compiled/tile";
import styles from "./compare-dialog.module.css";

/** More would be too small to compare. */
const COMPARED_MAX = 4;
const COMPARED_MIN = 2;

type CompareProps = {
  /** From `COMPARED_MIN` to `COMPARED_MAX`. */
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
  const shown = images.slice(0, COMPARED_MAX).filter(({ id }) => !removed.includes(id));

  const act = (change: (frame: NonNullable<ReturnType<typeof frameOf>>) => typeof zoom) => {
    const view = firstFit.current?.parentElement;
    const frame = view ? frameOf(view) : null;
    if (frame !== null) setZoom(change(frame));
  };
  const zoomBy = (factor: number) => act((frame) => zoomTo(zoom, zoom.scale * factor, frame));
  const keys = useRef<(event: KeyboardEvent) => void>(null);
  useEffect(() => {
    keys.current = (event) => {
      const by = zoom.scale > 1 ? readPan(event, dialog.current) : null;
      const action = readShortcut(event, "lightbox", dialog.current);
      if (by !== null) act((frame) => panBy(zoom, by, frame));
      else if (action === "zoomIn") zoomBy(SCALE_STEP);
      else if (action === "zoomOut") zoomBy(1 / SCALE_STEP);
      else if (action === "zoomWhole") setZoom(WHOLE);
      else return;
      event.preventDefault();
    };
  });
  useEffect(() => {
    dialog.current?.showModal();
    const onKeyDown = (event: KeyboardEvent) => keys.current?.(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

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
          <button
            type="button"
            className={button.icon}
            aria-label={messages("zoomIn")}
            title={messages("zoomIn")}
            onClick={() => zoomBy(SCALE_STEP)}
          >
            <ToolIcon name="zoom" />
          </button>
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
                  <button
                    type="button"
                    className={`${button.icon} ${styles.remove}`}
                    aria-label={messages("remove", { name: nameOf(image) })}
                    title={messages("remove", { name: nameOf(image) })}
                    onClick={() => {
                      setRemoved([...removed, image.id]);
                      // Removing an image also removes the focused button.
                      dialog.current?.querySelector("button")?.focus();
                    }}
                  >
                    <ToolIcon name="close" />
                  </button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}

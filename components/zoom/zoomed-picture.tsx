"use client";

import { type CSSProperties, type Ref, useRef, useState } from "react";
import { type Zoom, zoomTransform } from "@/components/zoom/zoom";
import { nameOf } from "@/lib/client/image-name";
import { usePictureSettings } from "@/lib/client/picture-settings";
import type { Image } from "@/lib/contract/search-answer";
import { isPicture } from "@/lib/core/image/image-sources";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { fromItsHost, pictureSources, smallSource } from "./picture-sources";
import { type SwipeTarget, useZoomGestures } from "./use-zoom-gestures";
import styles from "./zoomed-picture.module.css";

/** Above this scale, the thumbnail for the whole picture has fewer pixels than the screen. */
const CLOSE_FROM_SCALE = 1.5;

type ZoomedPictureProps = {
  image: Image;
  /** The URL of an already loaded picture of the image. */
  loadedSrc: string | null;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onSwipe?: (to: SwipeTarget) => void;
  /** Called when the large picture appears. */
  onLoad?: () => void;
  zoomsByWheel: () => boolean;
  ref?: Ref<HTMLDivElement>;
};

/**
 * A picture that can be zoomed. It stacks what is already loaded, the large thumbnail, and, when
 * zoomed in, the original if the browser may load it, or else the widest thumbnail. All fill the
 * same box. Use the image's id as its key.
 */
export function ZoomedPicture(props: ZoomedPictureProps) {
  const { loadedSrc, zoom, onZoom, onSwipe, onLoad, zoomsByWheel, ref } = props;
  const isDirect = usePictureSettings()?.mode === "direct";
  const [isRefused, setIsRefused] = useState(false);
  // A host may refuse pictures for other sites; this server requests those.
  const image = isDirect && !isRefused ? fromItsHost(props.image) : props.image;
  const view = useRef<HTMLDivElement>(null);
  const [isShown, setIsShown] = useState(false);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const [isClose, setIsClose] = useState(false);
  const zoomAt = useZoomGestures(view, { zoom, onZoom, ...(onSwipe && { onSwipe }), zoomsByWheel });
  const { ratio } = tileRatio(image);
  const { width, fallbackUrl } = image;
  const shape = { "--ratio": ratio, ...(width && { "--width": `${width}px` }) } as CSSProperties;
  const small = loadedSrc ?? smallSource(image);
  const large = pictureSources(image, isClose && fallbackUrl === null);
  // New thumbnails in place of expired ones have another URL.
  const hasFailed = large !== null && large.src === failedSrc;
  // Once loaded, the close-up stays.
  if (!isClose && zoom.scale > CLOSE_FROM_SCALE) setIsClose(true);
  const onFailure = (src: string) => {
    if (image !== props.image) setIsRefused(true);
    else setFailedSrc(src);
  };
  const attributes = { draggable: false, referrerPolicy: "no-referrer" } as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button and keys zoom too
    <div
      ref={view}
      className={styles.view}
      style={shape}
      data-zoomed={zoom.scale > 1 || undefined}
      onDoubleClick={zoomAt}
    >
      <div
        ref={ref}
        className={styles.fit}
        data-fit=""
        data-loading={(loadedSrc === null && !isShown && !hasFailed) || undefined}
        style={{ transform: zoomTransform(zoom) }}
      >
        {(large === null || hasFailed) && loadedSrc === null && (
          <p className={styles.missing}>{messages("noPicture")}</p>
        )}
        {small !== null && !(hasFailed && loadedSrc === null) && (
          // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
          <img decoding="sync" {...attributes} src={small} alt="" />
        )}
        {large !== null && !hasFailed && (
          // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
          <img
            {...attributes}
            {...large}
            alt={nameOf(image)}
            fetchPriority="high"
            onLoad={({ currentTarget }) => {
              if (!isPicture(currentTarget)) return onFailure(large.src);
              setIsShown(true);
              onLoad?.();
            }}
            onError={() => onFailure(large.src)}
          />
        )}
        {isClose && fallbackUrl !== null && fallbackUrl !== large?.src && (
          // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
          <img
            {...attributes}
            src={fallbackUrl}
            alt=""
            // The browser does not support the format.
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
          />
        )}
      </div>
    </div>
  );
}

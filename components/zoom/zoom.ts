import { hasModifier } from "@/lib/client/modifiers";
import { STRIP_RATIO } from "@/lib/core/image/thumbnail-width";

/**
 * The visible part of a picture. `scale` is 1 if the whole picture fits; `x` and `y` are the point of
 * the picture in the middle of the frame, from 0 to 1. It contains no pixels, so that pictures of
 * different sizes can share one zoom in a comparison.
 */
export type Zoom = { scale: number; x: number; y: number };

/** The whole picture. */
export const WHOLE: Zoom = { scale: 1, x: 0.5, y: 0.5 };

const SCALE_MAX = 8;
const SCALE_CLOSE = 2.5;

/** The factor of one key press. */
export const SCALE_STEP = 1.5;

/** The frame and the picture at scale 1, in CSS pixels. */
export type Frame = {
  widthPx: number;
  heightPx: number;
  pictureWidthPx: number;
  pictureHeightPx: number;
};

/** Returns how much wider or higher the frame is than a strip, such as a comic, that just fits. */
function stripFactor({ widthPx, heightPx, pictureWidthPx, pictureHeightPx }: Frame): number {
  const [across, down] = [widthPx / pictureWidthPx, heightPx / pictureHeightPx];
  const ratio = pictureWidthPx / pictureHeightPx;
  const isStrip = Math.max(ratio, 1 / ratio) > STRIP_RATIO;
  return isStrip ? Math.max(across, down) / Math.min(across, down) : 1;
}

/** The largest scale; the shorter side of a strip may be four times as long as the frame's. */
export function scaleMax(frame: Frame): number {
  return Math.max(SCALE_MAX, 4 * stripFactor(frame));
}

/** The scale of a double click and of the button, at which a strip fills the frame. */
export function closeScale(frame: Frame): number {
  return Math.max(SCALE_CLOSE, stripFactor(frame));
}

/** A distance from the middle of the frame, in CSS pixels. */
export type Offset = { xPx: number; yPx: number };

const MIDDLE: Offset = { xPx: 0, yPx: 0 };

/** Zooms to `scale`, keeping the point of the picture at `at` in place as far as the edges allow. */
export function zoomTo(zoom: Zoom, scale: number, frame: Frame, at: Offset = MIDDLE): Zoom {
  const next = Math.min(scaleMax(frame), Math.max(1, scale));
  const shift = 1 / zoom.scale - 1 / next;
  return keepInFrame(
    {
      scale: next,
      x: zoom.x + (at.xPx / frame.pictureWidthPx) * shift,
      y: zoom.y + (at.yPx / frame.pictureHeightPx) * shift,
    },
    frame,
  );
}

/** Moves the picture, like a dragging finger. */
export function panBy(zoom: Zoom, by: Offset, frame: Frame): Zoom {
  return keepInFrame(
    {
      scale: zoom.scale,
      x: zoom.x - by.xPx / (frame.pictureWidthPx * zoom.scale),
      y: zoom.y - by.yPx / (frame.pictureHeightPx * zoom.scale),
    },
    frame,
  );
}

/** Keeps the frame covered by the picture; centres the picture on a side where it is smaller. */
function keepInFrame({ scale, x, y }: Zoom, frame: Frame): Zoom {
  return {
    scale,
    x: keepIn(x, frame.widthPx / (frame.pictureWidthPx * scale)),
    y: keepIn(y, frame.heightPx / (frame.pictureHeightPx * scale)),
  };
}

/** @param visible the part of the side that the frame shows; 1 or more if all is visible */
function keepIn(point: number, visible: number): number {
  if (!(visible < 1)) return 0.5;
  return Math.min(1 - visible / 2, Math.max(visible / 2, point));
}

/** Returns the CSS transform of a picture centred in its frame. */
export function zoomTransform({ scale, x, y }: Zoom): string {
  const percent = (point: number) => `${((0.5 - point) * scale * 100).toFixed(3)}%`;
  return `translate(${percent(x)}, ${percent(y)}) scale(${scale.toFixed(4)})`;
}

const PAN_STEP_PX = 80;

const PANS: Readonly<Record<string, Offset>> = {
  ArrowLeft: { xPx: PAN_STEP_PX, yPx: 0 },
  ArrowRight: { xPx: -PAN_STEP_PX, yPx: 0 },
  ArrowUp: { xPx: 0, yPx: PAN_STEP_PX },
  ArrowDown: { xPx: 0, yPx: -PAN_STEP_PX },
};

/** Returns how far an unmodified arrow key moves the picture; null for any other key. */
export function panOfKey(event: KeyboardEvent): Offset | null {
  return hasModifier(event) ? null : (PANS[event.key] ?? null);
}

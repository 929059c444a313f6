"use client";

import { createUseGesture, dragAction, pinchAction } from "@use-gesture/react";
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import primitives from "@/components/ui/primitives.module.css";
import type { Image } from "@/lib/contract/search-answer";
import {
  type CropView,
  movedFocus,
  slotCrop,
  WHOLE_CROP,
  zoomMax,
} from "@/lib/core/slots/slot-crop";
import { cropMessages as messages } from "@/lib/messages/compiled/crop";
import styles from "./crop-editor.module.css";
import { pictureUrl } from "./picture-url";

const useGesture = createUseGesture([dragAction, pinchAction]);

/** How far an arrow key moves the crop, as a share of the image. With Shift, further. */
const STEP = 0.01;
const STEP_LARGE = 0.1;
const ZOOM_STEP = 1.1;

/** The picture in the editor is at most this wide. */
const PICTURE_WIDTH_PX = 960;

type CropEditorProps = {
  /** Its size is known. */
  image: Image & { width: number; height: number };
  /** The slot's name, for people. */
  slotLabel: string;
  /** The crop's width by its height. */
  ratio: number;
  /** The smallest usable size of the crop (`slotMinimum`). */
  minimum: { width: number; height: number };
  view: CropView;
  onChange: (view: CropView) => void;
};

/**
 * Places a crop of a fixed ratio on an image: by pressing the point that matters, dragging, pinching,
 * keys, and buttons.
 */
export function CropEditor(props: CropEditorProps) {
  const { image, slotLabel, ratio, minimum, view, onChange } = props;
  const { width, height } = image;
  const picture = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const crop = slotCrop(image, ratio, view.focus, view.zoom);
  const zoomLimit = zoomMax(image, ratio, minimum);
  const now = useRef({ view, onChange });
  useEffect(() => {
    now.current = { view, onChange };
  });

  const change = (next: CropView) => {
    // Several events may arrive before React renders.
    now.current.view = next;
    now.current.onChange(next);
  };
  const move = (by: { x: number; y: number }) =>
    change({ ...now.current.view, focus: movedFocus(image, ratio, now.current.view, by) });
  const zoomTo = (zoom: number) =>
    change({ ...now.current.view, zoom: Math.min(Math.max(zoom, 1), zoomLimit) });
  const zoomBy = (factor: number) => zoomTo(now.current.view.zoom * factor);

  useGesture(
    {
      onDrag: ({ tap, pinching, cancel, delta: [dx, dy], xy: [left, top] }) => {
        const box = picture.current?.getBoundingClientRect();
        if (box === undefined) return;
        if (pinching) return cancel();
        if (!tap) return move({ x: dx / box.width, y: dy / box.height });
        const x = Math.min(Math.max((left - box.left) / box.width, 0), 1);
        const y = Math.min(Math.max((top - box.top) / box.height, 0), 1);
        change({ ...now.current.view, focus: { x, y } });
      },
      onPinch: ({ movement: [scale], first, memo }) => {
        const from: number = first ? now.current.view.zoom : memo;
        zoomTo(from * scale);
        return from;
      },
    },
    {
      target: picture,
      eventOptions: { passive: false },
      drag: { filterTaps: true, pointer: { keys: false } },
      // `movement` is the factor since the gesture began.
      pinch: { from: () => [1, 0] },
    },
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? STEP_LARGE : STEP;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const [x, y] = moves[event.key] ?? [0, 0];
    if (x !== 0 || y !== 0) move({ x, y });
    else if (event.key === "+" || event.key === "=") zoomBy(ZOOM_STEP);
    else if (event.key === "-") zoomBy(1 / ZOOM_STEP);
    else if (event.key === "0") change(WHOLE_CROP);
    else return;
    event.preventDefault();
    const { view: next } = now.current;
    const at = slotCrop(image, ratio, next.focus, next.zoom);
    announce(
      messages("announced", {
        width: String(at.width),
        height: String(at.height),
        left: String(at.x),
        top: String(at.y),
      }),
    );
  };

  const percent = (share: number) => `${share * 100}%`;
  const frame: CSSProperties = {
    left: percent(crop.x / width),
    top: percent(crop.y / height),
    width: percent(crop.width / width),
    height: percent(crop.height / height),
  };
  const point: CSSProperties = { left: percent(view.focus.x), top: percent(view.focus.y) };
  return (
    <div className={styles.editor}>
      <div
        ref={picture}
        className={styles.picture}
        style={{ "--ratio": width / height } as CSSProperties}
      >
        {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
        <img
          src={pictureUrl(image, PICTURE_WIDTH_PX)}
          alt=""
          referrerPolicy="no-referrer"
          draggable={false}
        />
        <div
          className={styles.frame}
          style={frame}
          // Arrow keys reach only an application while a screen reader reads.
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
          tabIndex={0}
          aria-label={messages("crop", { slot: slotLabel })}
          aria-describedby={hintId}
          onKeyDown={onKeyDown}
        />
        <span className={styles.point} style={point} />
      </div>
      <div className={styles.controls}>
        <output className={styles.size}>
          {messages("size", {
            width: String(crop.width),
            height: String(crop.height),
            fullWidth: String(width),
            fullHeight: String(height),
          })}
        </output>
        <div className={primitives.buttons}>
          <button
            type="button"
            className={button.button}
            aria-disabled={view.zoom <= 1}
            aria-label={messages("larger")}
            title={messages("larger")}
            onClick={() => zoomBy(1 / ZOOM_STEP)}
          >
            −
          </button>
          <button
            type="button"
            className={button.button}
            aria-disabled={view.zoom >= zoomLimit}
            aria-label={messages("smaller")}
            title={messages("smaller")}
            onClick={() => zoomBy(ZOOM_STEP)}
          >
            +
          </button>
          <button type="button" className={button.bare} onClick={() => change(WHOLE_CROP)}>
            {messages("reset")}
          </button>
        </div>
      </div>
      <p id={hintId} className={form.hint}>
        {messages("hint")}
      </p>
    </div>
  );
}

"use client";

import { useSyncExternalStore } from "react";
import button from "@/components/ui/button.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import type { SelectionStore } from "@/lib/client/image-store";
import { NO_SELECTION } from "@/lib/core/image/selection";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import styles from "./lightbox.module.css";

type LightboxToolsProps = {
  imageId: string;
  store: SelectionStore | undefined;
  onSelect: (imageId: string) => void;
  isZoomed: boolean;
  onZoom: () => void;
  onFullScreen: () => void;
  hasPanel: boolean;
  onPanel: () => void;
};

/** The buttons above the picture. */
export function LightboxTools(props: LightboxToolsProps) {
  const { store, imageId, isZoomed, hasPanel } = props;
  return (
    <>
      {store && <SelectButton store={store} imageId={imageId} onClick={props.onSelect} />}
      <button
        type="button"
        className={`${button.icon} ${styles.wide}`}
        aria-label={messages(isZoomed ? "zoomOut" : "zoomIn")}
        title={messages(isZoomed ? "zoomOut" : "zoomIn")}
        onClick={props.onZoom}
      >
        <ToolIcon name="zoom" />
      </button>
      {document.fullscreenEnabled && (
        <button
          type="button"
          className={button.icon}
          aria-label={messages("fullScreen")}
          title={messages("fullScreen")}
          onClick={props.onFullScreen}
        >
          <ToolIcon name="full" />
        </button>
      )}
      <button
        type="button"
        className={`${button.icon} ${styles.wide}`}
        aria-label={messages("details")}
        title={messages("details")}
        aria-pressed={hasPanel}
        onClick={props.onPanel}
      >
        <ToolIcon name="details" />
      </button>
    </>
  );
}

type SelectButtonProps = {
  store: SelectionStore;
  imageId: string;
  onClick: (imageId: string) => void;
};

/** A button, because the grid's styles react to every checkbox of the document. */
function SelectButton({ store, imageId, onClick }: SelectButtonProps) {
  const { ids } = useSyncExternalStore(store.subscribe, store.selection, () => NO_SELECTION);
  return (
    <button
      type="button"
      className={`${button.bare} ${styles.select}`}
      aria-pressed={ids.has(imageId)}
      onClick={() => onClick(imageId)}
    >
      <span className={styles.box}>
        <ToolIcon name="check" isSmall />
      </span>
      {messages("select")}
    </button>
  );
}

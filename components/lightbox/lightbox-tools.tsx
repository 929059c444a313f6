"use client";

import { useSyncExternalStore } from "react";
import button from "@/components/ui/button.module.css";
import { IconButton } from "@/components/ui/icon-button";
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
      <IconButton
        icon="zoom"
        label={messages(isZoomed ? "zoomOut" : "zoomIn")}
        className={styles.wide}
        onClick={props.onZoom}
      />
      {document.fullscreenEnabled && (
        <IconButton icon="full" label={messages("fullScreen")} onClick={props.onFullScreen} />
      )}
      <IconButton
        icon="details"
        label={messages("details")}
        className={styles.wide}
        aria-pressed={hasPanel}
        onClick={props.onPanel}
      />
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

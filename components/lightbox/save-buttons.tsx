"use client";

import button from "@/components/ui/button.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { useLastCollectionName } from "@/lib/client/collections/collection-shelf";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import styles from "./save-buttons.module.css";

type SaveButtonsProps = {
  /** Saves to the last collection. */
  onSave: () => void;
  /** Lets the editor choose a collection. */
  onChoose: () => void;
};

/** Buttons that save an image to the last collection, or to another one. */
export function SaveButtons({ onSave, onChoose }: SaveButtonsProps) {
  const last = useLastCollectionName();
  return (
    <div className={styles.save}>
      <button type="button" className={button.main} onClick={onSave}>
        <ToolIcon name="plus" />
        <span className={primitives.clipped}>
          {last === null ? messages("save") : messages("saveTo", { name: last })}
        </span>
      </button>
      {last !== null && (
        <button
          type="button"
          className={button.icon}
          aria-haspopup="dialog"
          aria-label={messages("saveElsewhere")}
          title={messages("saveElsewhere")}
          onClick={onChoose}
        >
          <ToolIcon name="chevron" />
        </button>
      )}
    </div>
  );
}

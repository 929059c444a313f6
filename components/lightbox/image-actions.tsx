"use client";

import { copyCredits } from "@/components/image-dialogs/copy-credits";
import button from "@/components/ui/button.module.css";
import { Toasts } from "@/components/ui/toast";
import { ToolIcon } from "@/components/ui/tool-icon";
import type { PickedImage } from "@/lib/contract/picked-image";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { SaveButtons } from "./save-buttons";
import styles from "./save-buttons.module.css";
import { useImageDialogs } from "./use-image-dialogs";

/** Saves an image and copies its credit, outside of the lightbox. Hidden without scripts. */
export function ImageActions({ image }: { image: PickedImage }) {
  const { opened, openDialog, closeDialog, save } = useImageDialogs();
  return (
    <>
      <SaveButtons onSave={() => void save(image)} onChoose={() => openDialog("save")} />
      <div className={styles.save}>
        <button type="button" className={button.button} onClick={() => void copyCredits([image])}>
          <ToolIcon name="copy" />
          {messages("copyCredit")}
        </button>
      </div>
      {opened && <opened.Dialog images={[image]} onClose={closeDialog} />}
      <Toasts />
    </>
  );
}

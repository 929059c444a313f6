"use client";

import { DialogHost } from "@/components/image-dialogs/dialog-host";
import { useActionPage } from "@/components/image-dialogs/image-actions";
import button from "@/components/ui/button.module.css";
import { Toasts } from "@/components/ui/toast";
import { ToolIcon } from "@/components/ui/tool-icon";
import type { PickedImage } from "@/lib/contract/picked-image";
import { panelActions, SaveButtons } from "./save-buttons";
import styles from "./save-buttons.module.css";

/** Saves an image and copies its credit, outside of the lightbox. Hidden without scripts. */
export function ImagePageActions({ image }: { image: PickedImage }) {
  const page = useActionPage({});
  return (
    <>
      <SaveButtons image={image} page={page} />
      {panelActions("creditIcon", image, page).map(({ name, icon, label, run }) => (
        <div key={name} className={styles.save}>
          <button type="button" className={button.button} onClick={run}>
            <ToolIcon name={icon} />
            {label}
          </button>
        </div>
      ))}
      <Toasts />
      <DialogHost />
    </>
  );
}

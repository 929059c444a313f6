"use client";

import {
  type ActionPage,
  IMAGE_ACTIONS,
  offeredActions,
} from "@/components/image-dialogs/image-actions";
import button from "@/components/ui/button.module.css";
import { IconButton } from "@/components/ui/icon-button";
import primitives from "@/components/ui/primitives.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import type { ExportedImage } from "@/lib/contract/picked-image";
import styles from "./save-buttons.module.css";

/** The main action on an image, which saves it, and its icons. */
export function SaveButtons({ image, page }: { image: ExportedImage; page: ActionPage }) {
  return (
    <div className={styles.save}>
      {panelActions("main", image, page).map(({ name, icon, label, run }) => (
        <button key={name} type="button" className={button.main} onClick={run}>
          <ToolIcon name={icon} />
          <span className={primitives.clipped}>{label}</span>
        </button>
      ))}
      {panelActions("icon", image, page).map(({ name, icon, label, run }) => (
        <IconButton icon={icon} label={label} key={name} aria-haspopup="dialog" onClick={run} />
      ))}
    </div>
  );
}

/** Returns the actions on an image of one form of the panel. */
export function panelActions(
  form: (typeof IMAGE_ACTIONS)[number]["panel"],
  image: ExportedImage,
  page: ActionPage,
) {
  const offered = offeredActions(IMAGE_ACTIONS, "panel", [image], page);
  return offered.filter(({ panel }) => panel === form);
}

"use client";

import {
  type ActionPage,
  IMAGE_ACTIONS,
  offeredActions,
} from "@/components/image-dialogs/image-actions";
import button from "@/components/ui/button.module.css";
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
        <button
          key={name}
          type="button"
          className={button.icon}
          aria-haspopup="dialog"
          aria-label={label}
          title={label}
          onClick={run}
        >
          <ToolIcon name={icon} />
        </button>
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
  return offeredActions(IMAGE_ACTIONS, "panel", [image], page)
    .filter(({ panel }) => panel === form)
    .map((action) => ({
      ...action,
      label: action.label([image], page),
      run: () => {
        const act = action.act([image], page);
        if (typeof act !== "string") act();
      },
    }));
}

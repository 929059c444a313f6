"use client";

import { type ComponentProps, memo, useSyncExternalStore } from "react";
import { chooseCollection, useActionPage } from "@/components/image-dialogs/image-actions";
import button from "@/components/ui/button.module.css";
import { IconButton } from "@/components/ui/icon-button";
import { ToolIcon } from "@/components/ui/tool-icon";
import { writeCredits } from "@/lib/client/copy-credit";
import { onSettingChange } from "@/lib/client/saved-setting";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { imageActionMessages as messages } from "@/lib/messages/compiled/image-action";
import { HoldingCollections } from "./holding-collections";
import styles from "./lightbox.module.css";
import {
  type LightboxLinks,
  LightboxPanel,
  type LightboxPartProps,
  type PrimaryAction,
} from "./lightbox-layout";
import { panelActions, SaveButtons } from "./save-buttons";
import { useDownloads } from "./use-downloads";

type ImageDetailsProps = LightboxPartProps &
  LightboxLinks &
  Pick<ComponentProps<typeof LightboxPanel>, "headingId" | "mode"> & {
    image: ExportedImage;
    PrimaryAction: PrimaryAction | undefined;
  };

/** The panel with the image's details and the editor's tools. */
export const ImageDetails = memo(function ImageDetails(props: ImageDetailsProps) {
  const { image, PrimaryAction, ...panel } = props;
  const page = useActionPage({});
  const credit = useSyncExternalStore(onSettingChange, () => writeCredits([image]).text);
  const { downloads, onDownload } = useDownloads();
  return (
    <LightboxPanel
      {...panel}
      heading="h2"
      onDownload={onDownload}
      download={downloads.get(image.id) ?? null}
      save={
        PrimaryAction ? (
          <>
            <PrimaryAction image={image} />
            <button type="button" className={styles.row} onClick={() => chooseCollection([image])}>
              <ToolIcon name="plus" />
              {messages("save")}
            </button>
          </>
        ) : (
          <>
            <SaveButtons image={image} page={page} />
            <HoldingCollections imageId={image.id} />
            {panelActions("row", image, page).map(({ name, icon, label, run }) => (
              <button key={name} type="button" className={styles.row} onClick={run}>
                <ToolIcon name={icon} />
                {label}
              </button>
            ))}
          </>
        )
      }
      credit={credit}
      creditTools={
        <>
          {panelActions("credit", image, page).map(({ name, label, shortLabel, run }) => (
            <button key={name} type="button" className={button.bare} onClick={run}>
              {shortLabel?.() ?? label}
            </button>
          ))}
          {panelActions("creditIcon", image, page).map(({ name, icon, label, run }) => (
            <IconButton icon={icon} label={label} key={name} onClick={run} />
          ))}
        </>
      }
    />
  );
});

"use client";

import { type ComponentProps, memo, useSyncExternalStore } from "react";
import { copyCredits } from "@/components/image-dialogs/copy-credits";
import button from "@/components/ui/button.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { savedCreditFormat, savedCreditTemplate, writeCredits } from "@/lib/client/copy-credit";
import { onSettingChange } from "@/lib/client/saved-setting";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { HoldingCollections } from "./holding-collections";
import styles from "./lightbox.module.css";
import {
  type LightboxLinks,
  LightboxPanel,
  type LightboxPartProps,
  type MainAct,
} from "./lightbox-layout";
import { SaveButtons } from "./save-buttons";
import { useDownloads } from "./use-downloads";
import type { OpenImageDialog } from "./use-image-dialogs";

type ImageDetailsProps = LightboxPartProps &
  LightboxLinks &
  Pick<ComponentProps<typeof LightboxPanel>, "headingId"> & {
    image: ExportedImage;
    MainAct: MainAct | undefined;
    openDialog: OpenImageDialog;
    /** Saves the image to the last collection. */
    onSave: (image: ExportedImage) => void;
  };

/** The panel with the image's details and the editor's tools. */
export const ImageDetails = memo(function ImageDetails(props: ImageDetailsProps) {
  const { image, MainAct, openDialog, onSave, ...panel } = props;
  const format = useSyncExternalStore(onSettingChange, savedCreditFormat);
  const template = useSyncExternalStore(onSettingChange, savedCreditTemplate);
  const { downloads, onDownload } = useDownloads();
  return (
    <LightboxPanel
      {...panel}
      heading="h2"
      onDownload={onDownload}
      download={downloads.get(image.id) ?? null}
      save={
        MainAct ? (
          <>
            <MainAct image={image} />
            <button type="button" className={styles.row} onClick={() => openDialog("save")}>
              <ToolIcon name="plus" />
              {messages("save")}
            </button>
          </>
        ) : (
          <>
            <SaveButtons onSave={() => onSave(image)} onChoose={() => openDialog("save")} />
            <HoldingCollections imageId={image.id} />
            <button type="button" className={styles.row} onClick={() => openDialog("figure")}>
              <ToolIcon name="crop" />
              {messages("figure")}
            </button>
          </>
        )
      }
      credit={writeCredits([image], format, template).text}
      creditTools={
        <>
          <button type="button" className={button.bare} onClick={() => openDialog("credit")}>
            {messages("formats")}
          </button>
          <button
            type="button"
            className={button.icon}
            aria-label={messages("copyCredit")}
            title={messages("copyCredit")}
            onClick={() => void copyCredits([image])}
          >
            <ToolIcon name="copy" />
          </button>
        </>
      }
    />
  );
});

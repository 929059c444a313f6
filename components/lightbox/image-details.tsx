"use client";

import { type ComponentProps, memo } from "react";
import button from "@/components/ui/button.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { HoldingCollections } from "./holding-collections";
import { type LightboxLinks, LightboxPanel, type LightboxPartProps } from "./lightbox-layout";
import { useDownloads } from "./use-downloads";
import type { OpenImageDialog } from "./use-image-dialogs";

type ImageDetailsProps = LightboxPartProps &
  LightboxLinks &
  Pick<ComponentProps<typeof LightboxPanel>, "headingId"> & {
    image: ExportedImage;
    openDialog: OpenImageDialog;
    /** Changes when a dialog may have saved the image. */
    revision: number;
    onCopy: (image: ExportedImage) => void;
  };

/** The panel with the image's details and the editor's tools. */
export const ImageDetails = memo(function ImageDetails(props: ImageDetailsProps) {
  const { image, openDialog, revision, onCopy, ...panel } = props;
  const { downloads, onDownload } = useDownloads();
  return (
    <LightboxPanel
      {...panel}
      heading="h2"
      onDownload={onDownload}
      download={downloads.get(image.id) ?? null}
      save={
        <>
          <button type="button" className={button.main} onClick={() => openDialog("save")}>
            <ToolIcon name="plus" />
            {messages("save")}
          </button>
          <HoldingCollections imageId={image.id} revision={revision} />
        </>
      }
      creditTools={
        <>
          <button type="button" className={button.bare} onClick={() => openDialog("credit")}>
            {messages("formats")}
          </button>
          <button
            type="button"
            className={button.icon}
            aria-label={messages("copyCredit")}
            onClick={() => onCopy(image)}
          >
            <ToolIcon name="copy" />
          </button>
        </>
      }
    />
  );
});

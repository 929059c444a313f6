"use client";

import { IMAGE_ACTIONS, useActionPage } from "@/components/image-dialogs/image-actions";
import { PageLightbox } from "@/components/lightbox/page-lightbox";
import { SelectionTools } from "@/components/selection/selection-tools";
import { TileMenu } from "@/components/tile/tile-menu";
import { imageStore } from "@/lib/client/image-store";
import type { ExportedImage } from "@/lib/contract/picked-image";

type SharedToolsProps = {
  images: readonly ExportedImage[];
  /** The button whose menu was opened last, in a new object for each press. */
  menu: { opener: HTMLElement } | null;
};

/** The editor's tools for the images of a shared link. */
export function SharedTools({ images, menu }: SharedToolsProps) {
  const page = useActionPage({ store: imageStore });
  return (
    <>
      <SelectionTools images={images} shown={images} />
      <PageLightbox images={images} store={imageStore} />
      {menu !== null && (
        <TileMenu opened={menu} images={images} actions={IMAGE_ACTIONS} page={page} />
      )}
    </>
  );
}

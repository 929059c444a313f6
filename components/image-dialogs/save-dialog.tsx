"use client";

import type { ExportedImage } from "@/lib/contract/picked-image";
import { saveMessages as messages } from "@/lib/messages/compiled/save";
import { CollectionDialog } from "./collection-dialog";
import { saveImagesTo } from "./save-images";

type SaveDialogProps = {
  images: readonly ExportedImage[];
  /**
   * The file or link that the images come from. Its title is the proposed name of a new collection;
   * `droppedCount` is the number of its unusable entries.
   */
  imported?: { title: string; droppedCount: number };
  /** Called when the dialog has closed, whether or not it saved. */
  onClose: () => void;
};

/** Saves images to the collection that the editor chooses. Load it with `import()` when it is needed. */
export function SaveDialog({ images, imported, onClose }: SaveDialogProps) {
  const count = imported?.droppedCount ?? 0;
  return (
    <CollectionDialog
      title={messages("title", { count: images.length })}
      hint={count > 0 ? messages("dropped", { count }) : null}
      action={messages("save")}
      {...(imported && { newName: imported.title })}
      onChoose={(target) => saveImagesTo(target, images)}
      onClose={onClose}
    />
  );
}

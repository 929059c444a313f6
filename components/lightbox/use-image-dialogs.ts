"use client";

import { type ComponentType, useCallback, useState } from "react";
import { saveToLast } from "@/components/image-dialogs/save-images";
import { showUnloaded } from "@/lib/client/show-unloaded";
import type { ExportedImage } from "@/lib/contract/picked-image";

type ImageDialog = ComponentType<{ images: readonly ExportedImage[]; onClose: () => void }>;

const DIALOGS = {
  save: async (): Promise<ImageDialog> =>
    (await import("@/components/image-dialogs/save-dialog")).SaveDialog,
  credit: async (): Promise<ImageDialog> =>
    (await import("@/components/image-dialogs/credit-dialog")).CreditDialog,
  figure: async (): Promise<ImageDialog> =>
    (await import("@/components/image-dialogs/figure-dialog")).FigureDialog,
};

export type OpenImageDialog = (name: keyof typeof DIALOGS) => void;

/**
 * Loads and opens the dialogs of the shown image. `save` saves to the last collection; without one, it
 * lets the editor choose.
 */
export function useImageDialogs() {
  const [opened, setOpened] = useState<{ Dialog: ImageDialog } | null>(null);
  const openDialog: OpenImageDialog = useCallback((name) => {
    const source = document.activeElement;
    DIALOGS[name]().then(
      (Dialog) => setOpened({ Dialog }),
      () => source instanceof HTMLElement && showUnloaded(source),
    );
  }, []);
  const closeDialog = useCallback(() => setOpened(null), []);
  const save = useCallback(
    async (image: ExportedImage) => {
      if (!(await saveToLast([image]))) openDialog("save");
    },
    [openDialog],
  );
  return { opened, openDialog, closeDialog, save };
}

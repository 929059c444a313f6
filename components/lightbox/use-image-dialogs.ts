"use client";

import { type ComponentType, useCallback, useState } from "react";
import { showUnloaded } from "@/lib/client/show-unloaded";
import type { ExportedImage } from "@/lib/contract/picked-image";

type ImageDialog = ComponentType<{ images: readonly ExportedImage[]; onClose: () => void }>;

const DIALOGS = {
  save: async (): Promise<ImageDialog> =>
    (await import("@/components/image-dialogs/save-dialog")).SaveDialog,
  credit: async (): Promise<ImageDialog> =>
    (await import("@/components/image-dialogs/credit-dialog")).CreditDialog,
};

export type OpenImageDialog = (name: keyof typeof DIALOGS) => void;

/** Loads and opens the dialogs of the shown image. `closedCount` increases when a dialog closes. */
export function useImageDialogs() {
  const [opened, setOpened] = useState<{ Dialog: ImageDialog } | null>(null);
  const [closedCount, setClosedCount] = useState(0);
  const openDialog: OpenImageDialog = useCallback((name) => {
    const source = document.activeElement;
    DIALOGS[name]().then(
      (Dialog) => setOpened({ Dialog }),
      () => source instanceof HTMLElement && showUnloaded(source),
    );
  }, []);
  const closeDialog = useCallback(() => {
    setOpened(null);
    setClosedCount((count) => count + 1);
  }, []);
  return { opened, closedCount, openDialog, closeDialog };
}

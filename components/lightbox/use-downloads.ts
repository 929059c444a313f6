"use client";

import { type FormEvent, useCallback, useState } from "react";
import type { ExportedImage } from "@/lib/contract/picked-image";

/** The state of a download: how much has arrived, if known; or why it failed. */
export type DownloadState =
  | { isLoading: true; progress: string | null }
  | { isLoading: false; problem: string };

/**
 * Downloads images without leaving the page; a form would show a failure on a new page. A download
 * continues while the visitor looks at other images.
 *
 * @returns the states of unfinished downloads by image id, and a submit handler for the download form
 */
export function useDownloads() {
  const [downloads, setDownloads] = useState<ReadonlyMap<string, DownloadState>>(new Map());
  const onDownload = useCallback((event: FormEvent<HTMLFormElement>, image: ExportedImage) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    const set = (state: DownloadState | null) =>
      setDownloads((before) => {
        const next = new Map(before);
        if (state === null) next.delete(image.id);
        else next.set(image.id, state);
        return next;
      });
    set({ isLoading: true, progress: null });
    import("@/lib/client/exports/download-original")
      .then(({ downloadOriginal }) =>
        downloadOriginal(image, (progress) => set({ isLoading: true, progress })),
      )
      .then(
        (problem) => set(problem === null ? null : { isLoading: false, problem }),
        () => {
          set(null);
          // The code could not be loaded.
          form.submit();
        },
      );
  }, []);
  return { downloads, onDownload };
}

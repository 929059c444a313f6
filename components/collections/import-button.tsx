"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { chooseCollection } from "@/components/image-dialogs/image-actions";
import button from "@/components/ui/button.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import { showUnloaded } from "@/lib/client/show-unloaded";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./collections-page.module.css";

declare global {
  interface Window {
    /** Only in Chromium on desktops (https://wicg.github.io/web-app-launch/). */
    launchQueue?: {
      setConsumer(act: (launched: { files: readonly FileSystemFileHandle[] }) => void): void;
    };
  }
}

/** Saves the images of an exported JSON file to a new or an existing collection. */
export function ImportButton() {
  const file = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [failure, setFailure] = useState<"importFailed" | "importTooLarge" | null>(null);

  const read = useCallback(async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFailure(null);
    const code = await import("@/lib/core/exports/read-manifest").catch(() => null);
    if (code === null) {
      if (opener.current !== null) showUnloaded(opener.current);
      return;
    }
    try {
      const { readManifest, IMPORTED_BYTES_MAX } = code;
      if (chosen.size > IMPORTED_BYTES_MAX) {
        setFailure("importTooLarge");
        return;
      }
      const read = readManifest(await chosen.text(), location.origin);
      if (read === null || read.images.length === 0) setFailure("importFailed");
      else {
        const title = read.title.trim() || chosen.name.replace(/\.json$/i, "");
        chooseCollection(read.images, { ...read, title });
      }
    } catch {
      // For example, the file was moved.
      setFailure("importFailed");
    }
  }, []);

  // The files with which the system opened the installed app.
  useEffect(() => {
    window.launchQueue?.setConsumer(({ files }) => {
      void files[0]?.getFile().then(read, () => setFailure("importFailed"));
    });
  }, [read]);

  return (
    <div className={styles.import}>
      <button
        ref={opener}
        type="button"
        className={button.button}
        onClick={() => file.current?.click()}
      >
        {messages("import")}
      </button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={messages("import")}
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // Lets the visitor choose the same file again.
          target.value = "";
        }}
      />
      {failure !== null && <FormProblem>{messages(failure)}</FormProblem>}
    </div>
  );
}

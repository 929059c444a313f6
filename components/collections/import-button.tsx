"use client";

import { lazy, Suspense, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import type { ImportedCollection } from "@/lib/core/exports/read-manifest";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./collections-page.module.css";

const SaveDialog = lazy(() =>
  import("@/components/image-dialogs/save-dialog").then(({ SaveDialog }) => ({
    default: SaveDialog,
  })),
);

/** Saves the images of an exported JSON file to a new or an existing collection. */
export function ImportButton() {
  const file = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<"importFailed" | "importTooLarge" | null>(null);
  const [found, setFound] = useState<ImportedCollection | null>(null);

  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFailure(null);
    try {
      const { readManifest, IMPORTED_BYTES_MAX } = await import("@/lib/core/exports/read-manifest");
      if (chosen.size > IMPORTED_BYTES_MAX) {
        setFailure("importTooLarge");
        return;
      }
      const read = readManifest(await chosen.text(), location.origin);
      if (read === null || read.images.length === 0) setFailure("importFailed");
      else setFound({ ...read, title: read.title.trim() || chosen.name.replace(/\.json$/i, "") });
    } catch {
      // For example, the file was moved.
      setFailure("importFailed");
    }
  };

  return (
    <div className={styles.import}>
      <button type="button" className={button.button} onClick={() => file.current?.click()}>
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
      {found !== null && (
        <Suspense>
          <SaveDialog images={found.images} imported={found} onClose={() => setFound(null)} />
        </Suspense>
      )}
    </div>
  );
}

"use client";

import { lazy, Suspense, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import type { ImportedCollection } from "@/lib/core/exports/read-manifest";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./collections-page.module.css";

const SaveDialog = lazy(() =>
  import("@/components/picks/save-dialog").then(({ SaveDialog }) => ({ default: SaveDialog })),
);

/**
 * Saves the images of an exported JSON file to a new or an existing collection. `onClose` is
 * called when the dialog for that has closed, saved or not.
 */
export function ImportButton({ onClose }: { onClose: () => void }) {
  const file = useRef<HTMLInputElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [found, setFound] = useState<ImportedCollection | null>(null);

  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setHasFailed(false);
    try {
      const { readManifest, IMPORTED_BYTES_MAX } = await import("@/lib/core/exports/read-manifest");
      const isTooLarge = chosen.size > IMPORTED_BYTES_MAX;
      const read = isTooLarge ? null : readManifest(await chosen.text(), location.origin);
      if (read === null || read.images.length === 0) setHasFailed(true);
      else setFound({ ...read, title: read.title.trim() || chosen.name.replace(/\.json$/i, "") });
    } catch {
      // Such as a file that was moved.
      setHasFailed(true);
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
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      {hasFailed && (
        <p className={form.problem} role="alert">
          {messages("importFailed")}
        </p>
      )}
      {found !== null && (
        <Suspense>
          <SaveDialog
            images={found.images}
            imported={found}
            onClose={() => {
              setFound(null);
              onClose();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

"use client";

import { useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import { storageError } from "@/lib/client/collections/collection-database";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";
import styles from "./collections-page.module.css";

/** Makes a collection of an exported JSON file, and opens it. */
export function ImportButton() {
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setProblem(null);
    try {
      const [{ readManifest, IMPORTED_BYTES_MAX }, { importCollection }] = await Promise.all([
        import("@/lib/core/exports/read-manifest"),
        import("@/lib/client/collections/import-collection"),
      ]);
      const isTooLarge = chosen.size > IMPORTED_BYTES_MAX;
      // Empty where the file cannot be read, for example because it was moved.
      const text = isTooLarge ? "" : await chosen.text().catch(() => "");
      const found = readManifest(text, location.origin);
      if (found === null || found.images.length === 0) {
        setProblem(messages("importFailed"));
        return;
      }
      const name = found.title.trim() || chosen.name.replace(/\.json$/i, "");
      const { id } = await importCollection(name, found.images);
      location.href = `/collections/${id}`;
    } catch (error) {
      setProblem(storageProblemMessages(storageError(error).problem));
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
      {problem !== null && (
        <p className={form.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

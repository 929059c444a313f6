"use client";

import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { copyText } from "@/lib/client/copy-text";
import { apiDocsMessages } from "@/lib/messages/compiled/api-docs";
import styles from "./api-docs.module.css";

/** Copies a text. Invisible until hydration, because it needs scripts. */
export function CopyCode({ text, label }: { text: string; label: string }) {
  const [isReady, setReady] = useState(false);
  const [outcome, setOutcome] = useState<"copied" | "copyFailed" | null>(null);
  useEffect(() => setReady(true), []);
  return (
    <span className={styles.copy} data-ready={isReady || undefined}>
      <span role="status">{outcome !== null && apiDocsMessages(outcome)}</span>
      <IconButton
        icon="copy"
        label={label}
        onClick={async () => setOutcome((await copyText(text)) ? "copied" : "copyFailed")}
      />
    </span>
  );
}

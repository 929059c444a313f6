"use client";

import { useEffect, useState } from "react";
import button from "@/components/ui/button.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
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
      <button
        type="button"
        className={button.icon}
        aria-label={label}
        onClick={async () => setOutcome((await copyText(text)) ? "copied" : "copyFailed")}
      >
        <ToolIcon name="copy" />
      </button>
    </span>
  );
}

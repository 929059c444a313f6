"use client";

import { useEffect, useState } from "react";
import button from "@/components/ui/button.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { copyText } from "@/lib/client/copy-text";
import styles from "./new-secret.module.css";

type CopyButtonProps = {
  text: string;
  /** The button's text before copying, after it, and if it failed. */
  name: string;
  copied: string;
  failed: string;
};

/** Copies a text. Invisible until hydration, because it needs scripts. */
export function CopyButton({ text, name, copied, failed }: CopyButtonProps) {
  const [isReady, setReady] = useState(false);
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => setReady(true), []);
  return (
    <div className={styles.copy} data-ready={isReady || undefined}>
      <button
        type="button"
        className={button.main}
        onClick={async () => setOutcome((await copyText(text)) ? "copied" : "failed")}
      >
        <ToolIcon name="copy" />
        {outcome === "copied" ? copied : name}
      </button>
      <p role="status">{outcome === "failed" ? failed : ""}</p>
    </div>
  );
}

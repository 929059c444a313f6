"use client";

import { type ReactNode, use } from "react";
import { runScript } from "@/lib/client/run-script";

type WaitForTextsProps = {
  /** The script with the page's texts. */
  src: string;
  children: ReactNode;
};

let running: Promise<boolean> | undefined;

/**
 * Renders a page once its texts have loaded. The server's HTML loads them before hydration. Pages that Next
 * renders in the browser alone ("not found", errors) must load them here, because a script that React
 * creates does not run.
 */
export function WaitForTexts({ src, children }: WaitForTextsProps) {
  if (typeof document === "object" && !("vitrineLocale" in globalThis)) {
    running ??= runScript(src);
    use(running);
  }
  return children;
}

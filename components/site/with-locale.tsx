"use client";

import { type ReactNode, use } from "react";
import { runScript } from "@/lib/client/run-script";

type WithLocaleProps = {
  /** The script with the page's texts. */
  src: string;
  children: ReactNode;
};

let running: Promise<boolean> | undefined;

/**
 * Renders a page once its texts are there. They are, except on a page that Next renders in the browser
 * alone, such as "not found" and after an error: a script that React creates there does not run.
 */
export function WithLocale({ src, children }: WithLocaleProps) {
  if (typeof document === "object" && !("vitrineLocale" in globalThis)) {
    running ??= runScript(src);
    use(running);
  }
  return children;
}

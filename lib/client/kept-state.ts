import { useEffect, useState } from "react";
import { navigationType } from "./navigation-type";

/**
 * Returns a text of a view, and the function that changes it. The text returns with Back, Forward and
 * reload; after another navigation it is empty.
 */
export function useKeptText(name: string): [string, (next: string) => void] {
  const [text, setText] = useState("");
  useEffect(() => {
    if (navigationType() === "navigate") writeTabValue(name, "");
    else setText(readTabValue(name) ?? "");
  }, [name]);
  const change = (next: string) => {
    setText(next);
    writeTabValue(name, next);
  };
  return [text, change];
}

/** Returns a choice of a view, and the function that changes it; kept like a text. */
export function useKeptChoice(name: string): [boolean, (next: boolean) => void] {
  const [text, setText] = useKeptText(name);
  return [text === "chosen", (next) => setText(next ? "chosen" : "")];
}

/** Reads what this tab has saved; null without storage. */
export function readTabValue(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Saves a value until the tab closes. Without storage, or if it is full, saves nothing. */
export function writeTabValue(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // The next view starts without it.
  }
}

"use client";

import type { ReactNode } from "react";
import { usePageSearch } from "../page/page-search";
import styles from "./below-results.module.css";

/**
 * The content below the results, hidden during the wait: the waiting screen is as tall as the images
 * that it announces, so a shorter screen after it would make the footer jump.
 */
export function BelowResults({ children }: { children: ReactNode }) {
  const { asked, outcome } = usePageSearch();
  const isWaiting = asked.kind === "query" && outcome === undefined;
  return (
    <div className={styles.after} data-waiting={isWaiting || undefined}>
      {children}
    </div>
  );
}

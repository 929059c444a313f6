import type { CSSProperties } from "react";
import type { SearchOffer } from "@/lib/contract/search-offer";
import { resultsMessages } from "@/lib/messages/compiled/results";
import styles from "./used-searches.module.css";

/** The month's used searches, as text and as a bar; empty if searches are free. */
export function UsedSearches({ budget }: { budget: SearchOffer["budget"] }) {
  if (budget === null || budget.limit <= 0) return null;
  const share = { "--share": Math.min(1, budget.used / budget.limit) } as CSSProperties;
  return (
    <span className={styles.spent}>
      {resultsMessages("spent", budget)}
      <span className={styles.meter} style={share} aria-hidden="true" />
    </span>
  );
}

import type { CSSProperties } from "react";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { SPENT_WORDS } from "@/lib/core/words";
import styles from "./spent-line.module.css";

/** How much of the month's searches is spent, in words and as a bar; nothing where they are free. */
export function SpentLine({ budget }: { budget: SearchAnswer["budget"] }) {
  if (budget === null || budget.limit <= 0) return null;
  const share = { "--share": Math.min(1, budget.used / budget.limit) } as CSSProperties;
  return (
    <span className={styles.spent}>
      {SPENT_WORDS(budget.used, budget.limit)}
      <span className={styles.meter} style={share} aria-hidden="true" />
    </span>
  );
}

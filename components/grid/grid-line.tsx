import type { ReactNode } from "react";
import styles from "./image-grid.module.css";

/** A heading between the tiles of a grid, as items of its list. The tiles before it end their row. */
export function GridLine({ children }: { children: ReactNode }) {
  return (
    <>
      <li className={styles.rest} aria-hidden />
      <li className={styles.line}>
        <h2>{children}</h2>
      </li>
    </>
  );
}

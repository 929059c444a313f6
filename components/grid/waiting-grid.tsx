import type { CSSProperties } from "react";
import grid from "./image-grid.module.css";
import tile from "./image-tile.module.css";
import styles from "./waiting-grid.module.css";

/** Typical ratios of photographs. */
const RATIOS = [1.5, 0.8, 1.78, 1, 1.33, 0.67, 1.5, 2.1, 0.75, 1.5];

/** One empty box for each requested image. */
export function WaitingGrid({ count }: { count: number }) {
  return (
    <ul className={grid.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => {
        const geometry = { "--ratio": RATIOS[i % RATIOS.length] } as CSSProperties;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes have no identity
          <li key={i} className={tile.tile} style={geometry}>
            <span className={tile.picture} />
            <span className={styles.line} />
            <span className={styles.line} />
          </li>
        );
      })}
    </ul>
  );
}

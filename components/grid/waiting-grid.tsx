import type { CSSProperties } from "react";
import grid from "./image-grid.module.css";
import tile from "./image-tile.module.css";
import styles from "./waiting-grid.module.css";

/** The ratios of ordinary pictures in an ordinary mixture; the boxes do not pretend to know more. */
const RATIOS = [1.5, 0.8, 1.78, 1, 1.33, 0.67, 1.5, 2.1, 0.75, 1.5];

/** As many empty boxes as pictures were asked for; they stand still. */
export function WaitingGrid({ count }: { count: number }) {
  return (
    <ul className={grid.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => {
        const geometry = { "--ratio": RATIOS[i % RATIOS.length] } as CSSProperties;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes have nothing else
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

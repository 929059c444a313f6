import type { CSSProperties } from "react";
import grid from "@/components/grid/image-grid.module.css";
import tile from "@/components/tile/image-tile.module.css";
import text from "@/components/ui/text.module.css";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { waitingMessages } from "@/lib/messages/compiled/waiting";
import summary from "../results/summary-line.module.css";
import styles from "./waiting-screen.module.css";

/** Typical ratios of photographs. */
const RATIOS = [1.5, 0.8, 1.78, 1, 1.33, 0.67, 1.5, 2.1, 0.75, 1.5];

type WaitingScreenProps = { query: SearchQuery; service: ServiceLabel | null };

/** The pending search, with an empty box for each requested image. */
export function WaitingScreen({ query: { q, count }, service }: WaitingScreenProps) {
  return (
    <div className={styles.waiting}>
      <div className={summary.summary}>
        <h1>{resultsMessages("waiting", { query: q })}</h1>
        <p className={text.facts}>
          {service?.kind === "remote"
            ? waitingMessages("remote", { host: service.host, count })
            : waitingMessages("local", { count })}
        </p>
      </div>
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
    </div>
  );
}

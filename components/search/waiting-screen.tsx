import { WaitingGrid } from "@/components/grid/waiting-grid";
import text from "@/components/ui/text.module.css";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { waitingMessages } from "@/lib/messages/compiled/waiting";
import styles from "./summary-line.module.css";

type WaitingScreenProps = { query: SearchQuery; service: ServiceLabel | null };

/** The pending search, with an empty box for each requested image. */
export function WaitingScreen({ query: { q, count }, service }: WaitingScreenProps) {
  return (
    <>
      <div className={styles.summary}>
        <h1>{resultsMessages("waiting", { query: q })}</h1>
        <p className={text.facts}>
          {service?.kind === "remote"
            ? waitingMessages("remote", { host: service.host, count })
            : waitingMessages("local", { count })}
        </p>
      </div>
      <WaitingGrid count={count} />
    </>
  );
}

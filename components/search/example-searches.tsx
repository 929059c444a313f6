import type { ServiceLabel } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { EXAMPLE_SEARCHES } from "@/lib/core/example-searches";
import { searchHref } from "@/lib/core/search-outcome";
import { homeMessages } from "@/lib/messages/compiled/home";
import styles from "./example-searches.module.css";

type ExampleSearchesProps = {
  service: ServiceLabel | null;
  /** A search that is not offered. */
  except?: string;
};

/** Links to searches with results. Known for the demo collection only; nothing otherwise. */
export function ExampleSearches({ service, except }: ExampleSearchesProps) {
  if (service?.kind !== "demo") return null;
  return (
    <div className={styles.examples}>
      <h2 className={styles.label}>{homeMessages("examples")}</h2>
      <ul className={styles.list}>
        {EXAMPLE_SEARCHES.filter((query) => query !== except).map((query) => (
          <li key={query}>
            <a className={styles.example} href={searchHref({ ...DEFAULT_FILTERS, q: query })}>
              {query}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

import primitives from "@/components/ui/primitives.module.css";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/query/search-outcome";
import { homeMessages } from "@/lib/messages/compiled/home";
import styles from "./example-searches.module.css";

type ExampleSearchesProps = {
  service: ServiceLabel | null;
  /** A search that must not be offered. */
  except?: string;
};

/** Links to searches with results; empty if none are known, as for a remote service. */
export function ExampleSearches({ service, except }: ExampleSearchesProps) {
  const queries = service && "examples" in service ? service.examples : [];
  const offered = queries.filter((query) => query !== except);
  if (offered.length === 0) return null;
  return (
    <div className={styles.examples}>
      <h2 className={styles.label}>{homeMessages("examples")}</h2>
      <ul className={styles.list}>
        {offered.map((query) => (
          <li key={query}>
            <a
              className={primitives.inlineTarget}
              href={searchHref({ ...DEFAULT_FILTERS, q: query })}
            >
              {query}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

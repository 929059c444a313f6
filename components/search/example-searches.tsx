import type { ServiceLabel } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { EXAMPLE_WORDS } from "@/lib/core/later-words";
import { searchHref } from "@/lib/core/search-outcome";
import styles from "./example-searches.module.css";

/** Searches that find something. Only of the demo collection do we know any; else nothing. */
export function ExampleSearches({ service }: { service: ServiceLabel | null }) {
  if (service?.kind !== "demo") return null;
  return (
    <div className={styles.examples}>
      <h2 className={styles.label}>{EXAMPLE_WORDS.label}</h2>
      <ul className={styles.list}>
        {EXAMPLE_WORDS.demo.map((words) => (
          <li key={words}>
            <a className={styles.example} href={searchHref({ ...DEFAULT_FILTERS, q: words })}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

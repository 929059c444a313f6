import { ExampleSearches } from "@/components/search/example-searches";
import { FilterControls } from "@/components/search/filter-controls";
import { SearchField } from "@/components/search/search-field";
import text from "@/components/ui/text.module.css";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { HOME_WORDS } from "@/lib/core/words";
import styles from "./home-desk.module.css";
import { RecentSearches } from "./recent-searches";

/** Where a search begins: the field, its filters folded away, and searches to start from. */
export function HomeDesk({ service }: { service: ServiceLabel | null }) {
  return (
    <div className={styles.desk}>
      <h1 className={styles.title}>{HOME_WORDS.title}</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser we serve knows <search> */}
      <form role="search" action="/search">
        <SearchField isLarge isFocusedFirst />
        <details className={styles.filters}>
          <summary className={styles.summary}>
            <span className={`${text.facts} ${styles.facts}`}>
              {HOME_WORDS.setFilters.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
            <span className={styles.open}>{HOME_WORDS.filters}</span>
          </summary>
          <div className={styles.controls}>
            <FilterControls />
          </div>
        </details>
      </form>
      <div className={styles.words}>
        <ExampleSearches service={service} />
        <RecentSearches />
      </div>
    </div>
  );
}

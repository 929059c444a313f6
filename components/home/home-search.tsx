import { FilterControls } from "@/components/search/form/filter-controls";
import { SearchField } from "@/components/search/form/search-field";
import { NextSearch } from "@/components/search/results/next-search";
import primitives from "@/components/ui/primitives.module.css";
import text from "@/components/ui/text.module.css";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";
import type { Filters } from "@/lib/contract/search-query";
import { searchFormTarget } from "@/lib/core/query/search-outcome";
import { homeMessages } from "@/lib/messages/compiled/home";
import styles from "./home-search.module.css";

type HomeSearchProps = {
  /** What another program shared, for the field. */
  query: string;
  service: ServiceLabel | null;
  searchOffer: SearchOffer;
  /** Whether no pictures follow; then the form stands in the middle of the page. */
  isAlone: boolean;
  /** The filters of an empty form. */
  filters: Filters;
};

/** The search form of the home page. */
export function HomeSearch({ query, service, searchOffer, isAlone, filters }: HomeSearchProps) {
  const { refusal, today, budget } = searchOffer;
  return (
    <div className={styles.search} data-alone={isAlone || undefined}>
      <h1 className={styles.title}>{homeMessages("title")}</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser we serve knows <search> */}
      <form role="search" {...searchFormTarget(searchOffer)}>
        <SearchField query={query} isMain />
        <details className={styles.filters}>
          <summary className={styles.summary}>
            <span className={`${text.facts} ${styles.facts}`}>
              {filterTexts(filters).map((filter) => (
                <span key={filter}>{filter}</span>
              ))}
              <span>
                <span className={`${text.link} ${styles.open}`}>{homeMessages("filters")}</span>
              </span>
            </span>
          </summary>
          <div className={styles.controls}>
            <FilterControls filters={filters} service={service} />
          </div>
        </details>
      </form>
      {refusal !== null && (
        <p className={primitives.count}>
          <NextSearch refusal={refusal} /> {homeMessages("reopening")}
        </p>
      )}
      {refusal === null && today !== null && (
        <p className={primitives.count}>{homeMessages("leftToday", today)}</p>
      )}
      {refusal === null && budget !== null && (
        <p className={primitives.count}>
          {homeMessages("cost", {
            left: Math.max(0, budget.limit - budget.used),
            limit: budget.limit,
          })}
        </p>
      )}
    </div>
  );
}

function filterTexts({ safesearch, transparent, count }: Filters): string[] {
  const texts: Record<keyof Filters, string | null> = {
    safesearch: homeMessages("safeSearch", { level: safesearch }),
    site: homeMessages("site"),
    transparent: transparent ? homeMessages("hideTransparent") : null,
    count: homeMessages("count", { count }),
  };
  return Object.values(texts).filter((filter) => filter !== null);
}

import type { SearchOffer } from "@/lib/contract/search-offer";
import type { Filters } from "@/lib/contract/search-query";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { searchFormTarget } from "@/lib/core/query/search-outcome";
import { formatFilters } from "@/lib/core/settings/default-filters";
import { SearchField } from "./search-field";
import styles from "./search-form.module.css";

type PlainSearchFormProps = {
  searchOffer: SearchOffer;
  /** The filters of the search; by default those of the interface. */
  filters?: Filters;
};

/** The search field alone, for pages without results. */
export function PlainSearchForm({ searchOffer, filters = DEFAULT_FILTERS }: PlainSearchFormProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser we serve knows <search>
    <form role="search" className={styles.form} {...searchFormTarget(searchOffer)}>
      <SearchField />
      {[...new URLSearchParams(formatFilters(filters))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}

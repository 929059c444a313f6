import type { ServiceLabel } from "@/lib/contract/search-answer";
import { searchFormTarget } from "@/lib/core/search-outcome";
import { SearchField } from "./search-field";
import styles from "./search-form.module.css";

/** The search field alone, for pages without results. */
export function PlainSearchForm({ service }: { service: ServiceLabel | null }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser we serve knows <search>
    <form role="search" className={styles.form} {...searchFormTarget(service)}>
      <SearchField />
    </form>
  );
}

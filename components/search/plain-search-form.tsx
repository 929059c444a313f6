import type { ServiceLabel } from "@/lib/contract/search-answer";
import { searchFormTarget } from "@/lib/core/search-outcome";
import { SearchField } from "./search-field";
import styles from "./search-form.module.css";

type PlainSearchFormProps = {
  service: ServiceLabel | null;
  /** Limits the search to this site. */
  site?: string;
  label?: string;
};

/** The search field alone, for pages without results. */
export function PlainSearchForm({ service, site, label }: PlainSearchFormProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser we serve knows <search>
    <form role="search" className={styles.form} {...searchFormTarget(service)}>
      <SearchField {...(label !== undefined && { label })} />
      {site !== undefined && <input type="hidden" name="site" value={site} />}
    </form>
  );
}

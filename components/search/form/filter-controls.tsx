import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";
import { type Filters, OFFERED_COUNTS } from "@/lib/contract/search-query";
import { searchFormMessages } from "@/lib/messages/compiled/search-form";
import { numberText } from "@/lib/messages/number-text";
import styles from "./filter-controls.module.css";
import form from "./search-form.module.css";

type FilterControlsProps = {
  filters: Filters;
  service: ServiceLabel | null;
};

/**
 * The filters as form fields, named as the interface names its parameters. Rendered by the
 * server only; `writeFields` and `showSiteProblem` change the fields later.
 */
export function FilterControls({ filters, service }: FilterControlsProps) {
  const counts = [...new Set<number>([...OFFERED_COUNTS, filters.count])].sort((a, b) => a - b);
  return (
    <>
      {service?.isStrictOnly ? (
        <p className={styles.control}>
          <span className={styles.hideable}>{searchFormMessages("safeSearch")}</span>
          <span className={styles.locked}>{searchFormMessages("locked")}</span>
        </p>
      ) : (
        <fieldset className={styles.control} aria-labelledby="safesearch-label">
          <span id="safesearch-label" className={styles.hideable}>
            {searchFormMessages("safeSearch")}
          </span>
          <span className={styles.segments}>
            {(["strict", "moderate"] as const).map((value) => (
              <label key={value}>
                <input
                  type="radio"
                  name="safesearch"
                  value={value}
                  defaultChecked={filters.safesearch === value}
                />
                {searchFormMessages(value)}
              </label>
            ))}
          </span>
        </fieldset>
      )}
      <label className={styles.control}>
        <span>{searchFormMessages("hideTransparent")}</span>
        <input
          className={styles.switch}
          type="checkbox"
          name="transparent"
          value="true"
          defaultChecked={filters.transparent}
        />
      </label>
      <label className={styles.control}>
        <span className={styles.hideable}>{searchFormMessages("site")}</span>
        <input
          className={styles.site}
          type="text"
          name="site"
          defaultValue={filters.site ?? ""}
          placeholder={searchFormMessages("anySite")}
          aria-label={searchFormMessages("siteLabel")}
          aria-invalid={false}
          aria-describedby="site-problem"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={300}
          dir="ltr"
        />
        <span id="site-problem" className={styles.problem} />
      </label>
      <label className={styles.control}>
        <span>{searchFormMessages("count")}</span>
        <span className={styles.select}>
          <select name="count" defaultValue={filters.count}>
            {counts.map((count) => (
              <option key={count} value={count}>
                {numberText(count)}
              </option>
            ))}
          </select>
          <Icon name="chevron" isSmall />
        </span>
      </label>
    </>
  );
}

/** Why the filters cannot be changed. */
export function FiltersPaused() {
  return <p className={form.paused}>{searchFormMessages("paused")}</p>;
}

/** The button that applies the filters. It stands out while a field differs from the search. */
export function ApplyFilters({ cost }: { cost: SearchOffer["cost"] }) {
  return (
    <button type="submit" className={`${button.button} ${form.apply}`}>
      {searchFormMessages("apply", { cost })}
    </button>
  );
}

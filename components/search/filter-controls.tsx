import { Icon } from "@/components/ui/icon";
import { DEFAULT_FILTERS, OFFERED_COUNTS, type SearchQuery } from "@/lib/contract/search-query";
import { FILTER_WORDS } from "@/lib/core/words";
import styles from "./filter-controls.module.css";

type FilterControlsProps = {
  filters?: Omit<SearchQuery, "q">;
};

/**
 * The four filters as fields of a form, with the interface's own names; nothing here needs a
 * script, so the server alone draws them. They hold what the person set until the form is sent;
 * `writeFields` and `tellSiteProblem` change them later.
 */
export function FilterControls({ filters = DEFAULT_FILTERS }: FilterControlsProps) {
  const counts = [...new Set<number>([...OFFERED_COUNTS, filters.count])].sort((a, b) => a - b);
  return (
    <>
      <fieldset className={styles.control}>
        <legend className={styles.hideable}>{FILTER_WORDS.safeSearch}</legend>
        <span className={styles.segments}>
          {(["strict", "moderate"] as const).map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="safesearch"
                value={value}
                defaultChecked={filters.safesearch === value}
              />
              {FILTER_WORDS[value]}
            </label>
          ))}
        </span>
      </fieldset>
      <label className={styles.control}>
        <span>{FILTER_WORDS.hideTransparent}</span>
        <input
          className={styles.switch}
          type="checkbox"
          name="transparent"
          value="true"
          defaultChecked={filters.transparent}
        />
      </label>
      <label className={styles.control}>
        <span className={styles.hideable}>{FILTER_WORDS.site}</span>
        <input
          className={styles.site}
          type="text"
          name="site"
          defaultValue={filters.site ?? ""}
          placeholder={FILTER_WORDS.anySite}
          aria-label={FILTER_WORDS.siteLabel}
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
        <span>{FILTER_WORDS.count}</span>
        <span className={styles.select}>
          <select name="count" defaultValue={filters.count}>
            {counts.map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
          <Icon name="chevron" isSmall />
        </span>
      </label>
    </>
  );
}

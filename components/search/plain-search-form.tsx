import { SearchField } from "./search-field";
import styles from "./search-form.module.css";

type PlainSearchFormProps = {
  /** Asks of this site alone. */
  site?: string;
  label?: string;
};

/** The field by itself, for a page that is not about a search. */
export function PlainSearchForm({ site, label }: PlainSearchFormProps) {
  return (
    <search className={styles.form}>
      <form className={styles.form} action="/search">
        <SearchField {...(label !== undefined && { label })} />
        {site !== undefined && <input type="hidden" name="site" value={site} />}
      </form>
    </search>
  );
}

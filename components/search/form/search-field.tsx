import { Icon } from "@/components/ui/icon";
import kbd from "@/components/ui/key.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/search-query";
import { searchFormMessages } from "@/lib/messages/compiled/search-form";
import styles from "./search-field.module.css";

type SearchFieldProps = {
  query?: string;
  /** Whether it is the page's content: large, with the focus when the page opens. */
  isMain?: boolean;
};

/** The search field with its button, for a form that GETs `/search`. */
export function SearchField({ query = "", isMain = false }: SearchFieldProps) {
  const label = searchFormMessages("label");
  return (
    <div className={`${primitives.row} ${styles.field}`} data-large={isMain || undefined}>
      <Icon name="search" />
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        defaultValue={query}
        required
        maxLength={QUERY_CHARACTERS_MAX}
        autoComplete="off"
        autoCapitalize="off"
        enterKeyHint="search"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the home page is its search field
        autoFocus={isMain}
      />
      <span className={`${kbd.key} ${styles.shortcut}`} aria-hidden="true">
        /
      </span>
      <button type="submit" className={styles.go} aria-label={searchFormMessages("submit")}>
        <span>{searchFormMessages("submit")}</span>
        <Icon name="search" />
      </button>
    </div>
  );
}

import { Icon } from "@/components/ui/icon";
import text from "@/components/ui/text.module.css";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/search-query";
import { SEARCH_WORDS } from "@/lib/core/words";
import styles from "./search-field.module.css";

type SearchFieldProps = {
  words?: string;
  isLarge?: boolean;
  /** Whether the page is for writing first; a page of answers is not. */
  isFocusedFirst?: boolean;
  label?: string;
};

/** The field with its button: part of a form that GETs `/search`, so that no script is needed. */
export function SearchField({
  words = "",
  isLarge = false,
  isFocusedFirst = false,
  label = SEARCH_WORDS.label,
}: SearchFieldProps) {
  return (
    <div className={styles.field} data-large={isLarge || undefined}>
      <Icon name="search" />
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        defaultValue={words}
        required
        maxLength={QUERY_CHARACTERS_MAX}
        autoComplete="off"
        autoCapitalize="off"
        enterKeyHint="search"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the start page is its search field
        autoFocus={isFocusedFirst}
      />
      <span className={`${text.key} ${styles.shortcut}`} aria-hidden="true">
        /
      </span>
      <button type="submit" className={styles.go} aria-label={SEARCH_WORDS.submit}>
        <span>{SEARCH_WORDS.submit}</span>
        <Icon name="search" />
      </button>
    </div>
  );
}

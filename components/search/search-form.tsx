"use client";

import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { readAsked, searchHref, withoutFilters, writtenFields } from "@/lib/core/search-outcome";
import { formatSearchQuery } from "@/lib/core/search-query";
import { SEARCH_WORDS } from "@/lib/core/words";
import { FilterSheet } from "./filter-sheet";
import { SearchField } from "./search-field";
import {
  holdsOtherFilters,
  isNoSite,
  readFields,
  tellSiteProblem,
  writeFields,
} from "./search-fields";
import styles from "./search-form.module.css";
import { useSearchState } from "./search-state";
import { setFilters } from "./set-filters";

/** A choice made with arrow keys passes over others; it counts when the keys have come to rest. */
const KEY_REST_MS = 700;

type SearchFormProps = {
  /** The filters' fields, as the page's first address has them. */
  controls: ReactNode;
};

/**
 * The question: words and filters, as a form that works by itself. With scripts a filter takes
 * effect when it is changed, except in the sheet of narrow screens, which has a button for that.
 */
export function SearchForm({ controls }: SearchFormProps) {
  const { asked, address, service, go } = useSearchState();
  const query = asked.kind === "query" ? asked.query : null;
  const fields = useMemo(() => writtenFields(new URLSearchParams(address)), [address]);
  const filters = query === null ? [] : setFilters(query);
  const written = useRef(fields);
  const form = useRef<HTMLFormElement>(null);
  const keyRest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isByKey = useRef(false);

  // The fields are the browser's own. An address that was changed elsewhere is written into them,
  // but not the first: somebody may have begun to write before the page was alive.
  useEffect(() => {
    clearTimeout(keyRest.current);
    // Narrowing changes the address and not the search: what is being written stays.
    const isOther = formatSearchQuery(written.current) !== formatSearchQuery(fields);
    if (form.current !== null && isOther) writeFields(form.current, fields);
    written.current = fields;
    tellSiteProblem(form.current, fields.site ?? "");
  }, [fields]);

  /** In the sheet of narrow screens its button decides, also while the sheet is being closed. */
  const isInSheet = () =>
    form.current !== null &&
    getComputedStyle(form.current).getPropertyValue("--filters").trim() === "sheet";

  const ask = () => {
    clearTimeout(keyRest.current);
    if (form.current === null) return;
    const address = readFields(form.current);
    if (isNoSite(address.get("site") ?? "")) return showSiteProblem(form.current);
    const next = readAsked(address);
    if (next.kind === "nothing") return;
    const href = next.kind === "query" ? searchHref(next.query) : `/search?${address}`;
    go(href);
  };

  // A filter set before the page was alive changed the field alone. In the next turn, since Next
  // follows the address only when all effects of the first are done.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of the fields that came
  useEffect(() => {
    const { current } = form;
    if (current === null || isInSheet() || !holdsOtherFilters(current, fields)) return;
    const turn = setTimeout(ask);
    return () => clearTimeout(turn);
  }, []);

  const onFilterChange = (target: Element) => {
    if (isInSheet() || target.matches("[name=q], [name=site]")) return;
    clearTimeout(keyRest.current);
    if (isByKey.current) keyRest.current = setTimeout(ask, KEY_REST_MS);
    else ask();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser we serve knows <search>
    <form
      role="search"
      ref={form}
      action="/search"
      autoComplete="off"
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (matchMedia("(hover: none)").matches) (document.activeElement as HTMLElement).blur();
        ask();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        isByKey.current = (event.target as Element).matches("select, [type=radio]");
      }}
      onPointerDown={() => {
        isByKey.current = false;
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === "site") {
          tellSiteProblem(form.current, target.value);
        }
      }}
      onChange={({ target }) => onFilterChange(target as unknown as Element)}
      onBlur={({ target }) => {
        if (isInSheet() || !(target instanceof HTMLInputElement) || target.name !== "site") return;
        // The window lost the focus, and not the field.
        if (target === document.activeElement) return;
        const isChanged = target.value.trim() !== (fields.site ?? "");
        if (isChanged && !isNoSite(target.value)) ask();
      }}
    >
      <SearchField words={fields.q} />
      <div className={styles.asked} data-row>
        <FilterSheet setCount={filters.length}>
          {controls}
          {query !== null && filters.length > 0 && (
            <a className={styles.clear} href={searchHref(withoutFilters(query))}>
              {SEARCH_WORDS.clear(service)}
            </a>
          )}
          <p className={styles.note}>{SEARCH_WORDS.note(service)}</p>
          <button type="submit" className={`${button.main} ${styles.apply}`}>
            {SEARCH_WORDS.apply(service)}
          </button>
          <noscript>
            <button type="submit" className={`${button.button} ${styles.applyPlain}`}>
              {SEARCH_WORDS.apply(service)}
            </button>
          </noscript>
        </FilterSheet>
        {filters.length > 0 && (
          <ul className={styles.chips} aria-label={SEARCH_WORDS.setFilters}>
            {filters.map(({ name, label, without }) => (
              <li key={name} className={styles.chip}>
                <span dir="auto">{label}</span>
                <a href={searchHref(without)} aria-label={SEARCH_WORDS.remove(label, service)}>
                  <Icon name="close" isSmall />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </form>
  );
}

/** Leads to the site's field, also where the filters are folded away. */
function showSiteProblem(form: HTMLFormElement): void {
  const details = form.querySelector("details");
  if (details !== null) details.open = true;
  form.querySelector<HTMLInputElement>("[name=site]")?.focus();
  announce(SEARCH_WORDS.siteProblem);
}

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
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import {
  costOf,
  readAsked,
  searchHref,
  withoutFilters,
  writtenFields,
} from "@/lib/core/search-outcome";
import { formatSearchQuery } from "@/lib/core/search-query";
import { activeFiltersMessages } from "@/lib/messages/compiled/active-filters";
import { FilterSheet, openFilters } from "./filter-sheet";
import {
  holdsOtherFilters,
  isInvalidSite,
  readFields,
  showSiteProblem,
  writeFields,
} from "./search-fields";
import styles from "./search-form.module.css";
import { useSearchState } from "./search-state";

/** Arrow keys pass over other choices; the choice takes effect after this pause. */
const KEY_PAUSE_MS = 700;

type SearchFormProps = {
  /** Rendered by the server, as the two below; they need no script of their own. */
  field: ReactNode;
  /** The filters' fields. */
  controls: ReactNode;
  /** The button that applies the filters, and what that costs. */
  apply: ReactNode;
};

/**
 * The search text and the filters, as a form that works without scripts. With scripts a changed
 * filter takes effect at once, except in the sheet of narrow screens, which has a button.
 */
export function SearchForm({ field, controls, apply }: SearchFormProps) {
  const { asked, queryString, service, go } = useSearchState();
  const query = asked.kind === "query" ? asked.query : null;
  const fields = useMemo(() => writtenFields(new URLSearchParams(queryString)), [queryString]);
  const activeCount = query === null ? 0 : countActive(query);
  const cost = costOf(service);
  const written = useRef(fields);
  const form = useRef<HTMLFormElement>(null);
  const keyRest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isByKey = useRef(false);

  // The fields are uncontrolled. A new URL is written into them, but not the first one, since
  // the visitor may have begun to type before hydration.
  useEffect(() => {
    clearTimeout(keyRest.current);
    // A refinement changes the URL and not the search: the typed text stays.
    const isOther = formatSearchQuery(written.current) !== formatSearchQuery(fields);
    if (form.current !== null && isOther) writeFields(form.current, fields);
    written.current = fields;
    showSiteProblem(form.current, fields.site ?? "");
  }, [fields]);

  /** In the sheet, filters take effect by its button only. */
  const isInSheet = () =>
    form.current !== null &&
    getComputedStyle(form.current).getPropertyValue("--filters").trim() === "sheet";

  const ask = () => {
    clearTimeout(keyRest.current);
    if (form.current === null) return;
    const entered = readFields(form.current);
    if (isInvalidSite(entered.get("site") ?? "")) return focusSite(form.current);
    const next = readAsked(entered);
    if (next.kind === "nothing") return;
    const href = next.kind === "query" ? searchHref(next.query) : `/search?${entered}`;
    go(href);
  };

  // A filter may have been changed before hydration. In a later task, because Next follows a new
  // URL only after the effects of the first render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the server-rendered fields
  useEffect(() => {
    const { current } = form;
    if (current === null || isInSheet() || !holdsOtherFilters(current, fields)) return;
    const turn = setTimeout(ask);
    return () => clearTimeout(turn);
  }, []);

  const onFilterChange = (target: Element) => {
    if (isInSheet() || target.matches("[name=q], [name=site]")) return;
    clearTimeout(keyRest.current);
    if (isByKey.current) keyRest.current = setTimeout(ask, KEY_PAUSE_MS);
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
          showSiteProblem(form.current, target.value);
        }
      }}
      onChange={({ target }) => onFilterChange(target as unknown as Element)}
      onBlur={({ target }) => {
        if (isInSheet() || !(target instanceof HTMLInputElement) || target.name !== "site") return;
        // The window lost the focus, not the field.
        if (target === document.activeElement) return;
        const isChanged = target.value.trim() !== (fields.site ?? "");
        if (isChanged && !isInvalidSite(target.value)) ask();
      }}
    >
      {field}
      <div className={styles.asked} data-row>
        <FilterSheet activeCount={activeCount}>
          {controls}
          {query !== null && activeCount > 0 && (
            <a className={styles.clear} href={searchHref(withoutFilters(query))}>
              {activeFiltersMessages("clear", { cost })}
            </a>
          )}
          {apply}
        </FilterSheet>
      </div>
    </form>
  );
}

/** Focuses the site's field, opening the sheet, and announces its problem. */
function focusSite(form: HTMLFormElement): void {
  openFilters();
  form.querySelector<HTMLInputElement>("[name=site]")?.focus();
  announce(activeFiltersMessages("invalidSite"));
}

/** How many filters differ from the defaults. */
function countActive(query: SearchQuery): number {
  const names = ["safesearch", "transparent", "site", "count"] as const;
  return names.filter((name) => query[name] !== DEFAULT_FILTERS[name]).length;
}

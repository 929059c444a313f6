"use client";

import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { onIdleOrInteraction } from "@/lib/client/on-idle-or-interaction";
import { useSearchOffer } from "@/lib/client/search-offer";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import {
  searchFormTarget,
  searchHref,
  withoutFilters,
  writtenFields,
} from "@/lib/core/query/search-outcome";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { activeFiltersMessages } from "@/lib/messages/compiled/active-filters";
import { FILTER_NAMES } from "@/lib/protocol/search-parameters";
import { usePageSearch } from "../page/page-search";
import { FilterSheet } from "./filter-sheet";
import styles from "./search-form.module.css";

type Fields = typeof import("./search-fields");

/** Reads and writes the form's fields. Loads when the browser is idle, and when the URL changes. */
let fieldsNow: Fields | undefined;

const withFields = (act: (fields: Fields) => void, onFailure = () => {}) =>
  import("./search-fields").then((loaded) => {
    fieldsNow = loaded;
    act(loaded);
  }, onFailure);

type SearchFormProps = {
  /** This and the others are rendered by the server and need no script of their own. */
  field: ReactNode;
  /** The filters' fields. */
  controls: ReactNode;
  /** The button that applies the filters. */
  apply: ReactNode;
  /** In its place, why the filters cannot be changed. */
  paused: ReactNode;
};

/**
 * The search text and the filters, as a form that works without scripts. Fields take effect only on
 * submitting, by Enter or a button, because a search may cost money
 * (docs/decisions/0032-what-begins-a-search.md).
 */
export function SearchForm({ field, controls, apply, paused }: SearchFormProps) {
  const { asked, search, go } = usePageSearch();
  const searchOffer = useSearchOffer();
  const query = asked.kind === "query" ? asked.query : null;
  const fields = useMemo(() => writtenFields(new URLSearchParams(search)), [search]);
  const activeCount = query === null ? 0 : countActive(query);
  const { cost, refusal } = searchOffer;
  const written = useRef(fields);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const done = new AbortController();
    // A page of results in place of another page focuses its field (staged-results.tsx).
    const isFocusedByPage = form.current?.contains(document.activeElement) === true;
    const options = { signal: done.signal, isPaid: cost === "paid", isFocusedByPage };
    const cancel = onIdleOrInteraction(() =>
      withFields(({ watchForm }) => form.current && watchForm(form.current, options)),
    );
    return () => {
      cancel();
      done.abort();
    };
  }, [cost]);
  // The fields are uncontrolled. Writes each new URL into them, except the first: the visitor may
  // have begun to type before hydration.
  useEffect(() => {
    // A refinement changes the URL but not the search, so the typed text stays.
    if (formatSearchQuery(written.current) === formatSearchQuery(fields)) return;
    written.current = fields;
    withFields(({ writeFields }) => form.current && writeFields(form.current, written.current));
  }, [fields]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser we serve knows <search>
    <form
      role="search"
      ref={form}
      {...searchFormTarget(searchOffer)}
      autoComplete="off"
      className={styles.form}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (matchMedia("(hover: none)").matches) (document.activeElement as HTMLElement).blur();
        const { currentTarget } = event;
        withFields(
          ({ enteredHref }) => {
            const href = enteredHref(currentTarget);
            if (href !== null) go(href);
          },
          // If the code does not load, the browser itself submits the form.
          () => currentTarget.submit(),
        );
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === "site") {
          fieldsNow?.showSiteProblem(form.current, target.value);
        }
      }}
    >
      {field}
      <div className={styles.asked} data-row>
        <FilterSheet activeCount={activeCount}>
          {/* Inert fields are sent with the form; disabled ones would not be. */}
          <div className={styles.filters} inert={refusal !== null}>
            {controls}
          </div>
          {refusal !== null && paused}
          {refusal === null && query !== null && activeCount > 0 && (
            <a className={styles.clear} href={searchHref(withoutFilters(query))}>
              {activeFiltersMessages("clear", { cost })}
            </a>
          )}
          {refusal === null && apply}
        </FilterSheet>
      </div>
    </form>
  );
}

/** Returns how many filters differ from the defaults. The count of images is not a filter. */
function countActive(query: SearchQuery): number {
  const names = FILTER_NAMES.filter((name) => name !== "count");
  return names.filter((name) => query[name] !== DEFAULT_FILTERS[name]).length;
}

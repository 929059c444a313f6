"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import type { SearchQuery } from "@/lib/contract/search-query";
import { readAsked, searchHref, withoutFilters } from "@/lib/core/search-outcome";
import { hostOfText } from "@/lib/core/site";
import { SEARCH_WORDS } from "@/lib/core/words";
import { FilterControls } from "./filter-controls";
import { FilterSheet } from "./filter-sheet";
import { SearchField } from "./search-field";
import styles from "./search-form.module.css";
import { useSearchState } from "./search-state";
import { setFilters } from "./set-filters";

/** A choice made with arrow keys passes over others; it counts when the keys have come to rest. */
const KEY_REST_MS = 700;

/**
 * The question: words and filters, as a form that works by itself. With scripts a filter takes
 * effect when it is changed, except in the sheet of narrow screens, which has a button for that.
 */
export function SearchForm() {
  const { asked, service, go } = useSearchState();
  const query = asked.kind === "query" ? asked.query : null;
  const filters = query === null ? [] : setFilters(query);
  const form = useRef<HTMLFormElement>(null);
  const apply = useRef<HTMLButtonElement>(null);
  const keyRest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [hasSiteProblem, setHasSiteProblem] = useState(false);

  // The fields are the browser's own; an address that was changed elsewhere is written into them.
  useEffect(() => {
    if (form.current === null || query === null) return;
    writeFields(form.current, query);
    setHasSiteProblem(false);
  }, [query]);

  const ask = () => {
    clearTimeout(keyRest.current);
    const address = form.current && readFields(form.current);
    if (address === null) return;
    const next = readAsked(address);
    if (next.kind === "nothing") return;
    const href = next.kind === "query" ? searchHref(next.query) : `/search?${address}`;
    // The same again is only asked where it says so.
    if (query === null || href !== searchHref(query)) go(href);
  };

  const onFilterChange = (target: EventTarget, isByKey: boolean) => {
    const isInSheet = apply.current?.offsetParent !== null;
    if (isInSheet || !(target instanceof HTMLElement) || target.matches("[name=q]")) return;
    if (isByKey) {
      clearTimeout(keyRest.current);
      keyRest.current = setTimeout(ask, KEY_REST_MS);
    } else if (!target.matches("[name=site]")) ask();
  };
  const isByKey = useRef(false);

  return (
    <search className={styles.form}>
      <form
        ref={form}
        action="/search"
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
            setHasSiteProblem(checkSite(target));
          }
        }}
        onChange={({ target }) => onFilterChange(target, isByKey.current)}
        onBlur={({ target }) => {
          const isInSheet = apply.current?.offsetParent !== null;
          if (target instanceof HTMLInputElement && target.name === "site" && !isInSheet) {
            if (target.validity.valid && target.value.trim() !== (query?.site ?? "")) ask();
          }
        }}
      >
        <SearchField words={query?.q ?? ""} />
        <div className={styles.asked} data-row>
          <FilterSheet setCount={filters.length}>
            <FilterControls
              {...(query !== null && { filters: query })}
              hasSiteProblem={hasSiteProblem}
            />
            {query !== null && filters.length > 0 && (
              <a className={styles.clear} href={searchHref(withoutFilters(query))}>
                {SEARCH_WORDS.clear(service)}
              </a>
            )}
            <p className={styles.note}>{SEARCH_WORDS.note(service)}</p>
            <button ref={apply} type="submit" className={`${button.main} ${styles.apply}`}>
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
    </search>
  );
}

function readFields(form: HTMLFormElement): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value);
    address.append(name, name === "site" ? (hostOfText(text) ?? text) : text);
  }
  return address;
}

function writeFields(form: HTMLFormElement, query: SearchQuery): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = String(query.count);
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.name === "q") field.value = query.q;
    if (field.name === "site") {
      field.value = query.site ?? "";
      field.setCustomValidity("");
    }
    if (field.name === "transparent") field.checked = query.transparent;
    if (field.name === "safesearch") field.checked = field.value === query.safesearch;
  }
}

/** Marks the field for the form's own check; returns whether something is wrong with it. */
function checkSite(field: HTMLInputElement): boolean {
  // A dot or hyphen at the end is a name on its way.
  const text = field.value.replace(/[-.]+$/, "");
  const isWrong = text.trim() !== "" && hostOfText(text) === null;
  field.setCustomValidity(isWrong ? SEARCH_WORDS.siteProblem : "");
  return isWrong;
}

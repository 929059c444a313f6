import { announce } from "@/components/ui/announcer";
import { isOfInputMethod } from "@/lib/client/modifiers";
import type { SearchQuery } from "@/lib/contract/search-query";
import { readAsked, searchHref } from "@/lib/core/query/search-outcome";
import { hostOfText } from "@/lib/core/query/site";
import { searchFormMessages } from "@/lib/messages/compiled/search-form";
import { openFilters } from "./filter-sheet";
import { watchFreeAnswers } from "./free-answers";
import { watchSuggestions } from "./suggestions";

/** Returns the form's values as a query string. A URL pasted into the site field becomes its host. */
function readFields(form: HTMLFormElement): URLSearchParams {
  const entered = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value);
    entered.append(name, name === "site" ? (hostOfText(text) ?? text) : text);
  }
  return entered;
}

/**
 * Returns the URL of the search that the form's fields describe; null without a search text. If the
 * site is invalid, focuses the site field and announces the problem instead.
 */
export function enteredHref(form: HTMLFormElement): string | null {
  const entered = readFields(form);
  if (isInvalidSite(entered.get("site") ?? "")) {
    focusSite(form);
    return null;
  }
  const asked = readAsked(entered);
  if (asked.kind === "query") return searchHref(asked.query);
  return asked.kind === "nothing" ? null : `/search?${entered}`;
}

/** Suggests searches with the form's filters while the visitor types. */
export function watchTyping(form: HTMLFormElement, signal: AbortSignal): void {
  watchSuggestions(form, signal, (text) => {
    const entered = readFields(form);
    entered.set("q", text);
    const asked = readAsked(entered);
    return asked.kind === "query" ? searchHref(asked.query) : `/search?${entered}`;
  });
}

/**
 * Makes Esc in the search field restore the text of the search and return to the last focused image.
 * Following a filter's link removes the link, so its focus moves to the results.
 */
export function watchForm(
  form: HTMLFormElement,
  options: { signal: AbortSignal; isPaid: boolean; isFocusedByPage: boolean },
): void {
  const { signal } = options;
  if (options.isPaid) watchFreeAnswers(form, options);
  else watchTyping(form, signal);
  let last: HTMLElement | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    const link = (target as Element).closest<HTMLElement>("[data-image-id] a");
    if (link !== null) last = link;
  };
  const onKey = (event: KeyboardEvent) => {
    const field = event.target as HTMLInputElement;
    if (event.key !== "Escape" || isOfInputMethod(event) || field.name !== "q") return;
    event.preventDefault();
    field.value = field.defaultValue;
    const tile = last?.isConnected
      ? last
      : document.querySelector<HTMLElement>("[data-image-id] a");
    tile?.focus();
  };
  const onClick = ({ target, defaultPrevented: isFollowed }: MouseEvent) => {
    const link = (target as Element).closest('form a[href^="/search?"]');
    if (link !== null && isFollowed) document.querySelector("main")?.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", onFocus, { signal });
  form.addEventListener("keydown", onKey, { signal });
  // Runs after the listener that follows the link.
  addEventListener("click", onClick, { signal });
  // The site may have been typed before this code was loaded.
  showSiteProblem(form, form.querySelector<HTMLInputElement>("[name=site]")?.value ?? "");
}

/** Writes a search into the fields as their defaults: a differing field is not applied yet. */
export function writeFields(form: HTMLFormElement, query: SearchQuery): void {
  for (const [name, value] of Object.entries(query)) {
    const text = String(value ?? "");
    for (const field of form.querySelectorAll<HTMLElement>(`[name=${name}]`)) {
      if (field instanceof HTMLSelectElement) choose(field, text);
      if (!(field instanceof HTMLInputElement)) continue;
      if (/radio|checkbox/.test(field.type)) field.defaultChecked = field.value === text;
      else field.defaultValue = text;
    }
  }
  form.reset();
  showSiteProblem(form, query.site ?? "");
}

/** Makes `text` the selected option, adding it where it is missing. */
function choose(select: HTMLSelectElement, text: string): void {
  if (![...select.options].some(({ value }) => value === text)) select.add(new Option(text));
  for (const option of select.options) option.defaultSelected = option.value === text;
}

/** Shows or clears the validation problem of the site's field. */
export function showSiteProblem(form: HTMLFormElement | null, site: string): void {
  const hasProblem = isInvalidSite(site);
  form?.querySelector("[name=site]")?.setAttribute("aria-invalid", String(hasProblem));
  const place = form?.querySelector("#site-problem");
  if (place) place.textContent = hasProblem ? searchFormMessages("invalidSite") : "";
}

/** Focuses the site's field, opening the sheet, and announces its problem. */
function focusSite(form: HTMLFormElement): void {
  openFilters();
  form.querySelector<HTMLInputElement>("[name=site]")?.focus();
  announce(searchFormMessages("invalidSite"));
}

/** Whether `text` is neither a host name nor the beginning of one, such as `example.`. */
function isInvalidSite(text: string): boolean {
  const written = text.replace(/[-.]+$/, "");
  return written.trim() !== "" && hostOfText(written) === null;
}

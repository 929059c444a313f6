import type { SearchQuery } from "@/lib/contract/search-query";
import { hostOfText } from "@/lib/core/site";
import { activeFiltersMessages } from "@/lib/messages/compiled/active-filters";

/** The form's values as a query string. A pasted URL in the site's field becomes its host. */
export function readFields(form: HTMLFormElement): URLSearchParams {
  const entered = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value);
    entered.append(name, name === "site" ? (hostOfText(text) ?? text) : text);
  }
  return entered;
}

/** Whether the filters that take effect at once differ from `query`. */
export function holdsOtherFilters(form: HTMLFormElement, query: SearchQuery): boolean {
  const fields = readFields(form);
  return (
    fields.get("safesearch") !== query.safesearch ||
    fields.has("transparent") !== query.transparent ||
    fields.get("count") !== String(query.count)
  );
}

/** Writes a search into the fields. */
export function writeFields(form: HTMLFormElement, query: SearchQuery): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) choose(field, String(query.count));
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.name === "q") field.value = query.q;
    if (field.name === "site") field.value = query.site ?? "";
    if (field.name === "transparent") field.checked = query.transparent;
    if (field.name === "safesearch") field.checked = field.value === query.safesearch;
  }
}

/** Selects `text`, adding it where it is not an option. */
function choose(select: HTMLSelectElement, text: string): void {
  select.value = text;
  if (select.value === text) return;
  select.add(new Option(text));
  select.value = text;
}

/** Shows or clears the validation problem of the site's field. */
export function showSiteProblem(form: HTMLFormElement | null, site: string): void {
  const hasProblem = isInvalidSite(site);
  form?.querySelector("[name=site]")?.setAttribute("aria-invalid", String(hasProblem));
  const place = form?.querySelector("#site-problem");
  if (place) place.textContent = hasProblem ? activeFiltersMessages("invalidSite") : "";
}

/** Whether `text` is neither a host name nor the beginning of one, such as `example.`. */
export function isInvalidSite(text: string): boolean {
  const written = text.replace(/[-.]+$/, "");
  return written.trim() !== "" && hostOfText(written) === null;
}

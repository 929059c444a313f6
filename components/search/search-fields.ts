import type { SearchQuery } from "@/lib/contract/search-query";
import { hostOfText } from "@/lib/core/site";
import { SEARCH_WORDS } from "@/lib/core/words";

/** What the form's fields say, as an address; a pasted address of a site becomes its host. */
export function readFields(form: HTMLFormElement): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value);
    address.append(name, name === "site" ? (hostOfText(text) ?? text) : text);
  }
  return address;
}

/** Whether the fields that take effect when they are changed say something else than `query`. */
export function holdsOtherFilters(form: HTMLFormElement, query: SearchQuery): boolean {
  const fields = readFields(form);
  return (
    fields.get("safesearch") !== query.safesearch ||
    fields.has("transparent") !== query.transparent ||
    fields.get("count") !== String(query.count)
  );
}

/** Writes a search into the fields, as if it had been filled in. */
export function writeFields(form: HTMLFormElement, query: SearchQuery): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) choose(field, String(query.count));
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.name === "q") field.value = query.q;
    if (field.name === "site") {
      field.value = query.site ?? "";
    }
    if (field.name === "transparent") field.checked = query.transparent;
    if (field.name === "safesearch") field.checked = field.value === query.safesearch;
  }
}

/** Chooses `text`, also where it was not offered. */
function choose(select: HTMLSelectElement, text: string): void {
  select.value = text;
  if (select.value === text) return;
  select.add(new Option(text));
  select.value = text;
}

/** Says at the site's field, and nowhere else, that what stands there is no host name. */
export function tellSiteProblem(form: HTMLFormElement | null, site: string): void {
  const hasProblem = isNoSite(site);
  form?.querySelector("[name=site]")?.setAttribute("aria-invalid", String(hasProblem));
  const place = form?.querySelector("#site-problem");
  if (place) place.textContent = hasProblem ? SEARCH_WORDS.siteProblem : "";
}

/** Whether `text` cannot become a host name by writing on: a dot or hyphen at the end still may. */
export function isNoSite(text: string): boolean {
  const written = text.replace(/[-.]+$/, "");
  return written.trim() !== "" && hostOfText(written) === null;
}

import { PICKER_PARAMETERS, type PickerCall } from "@/lib/contract/picker";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/query/search-outcome";

/** The URL `/search?…` of the first search of a call. */
export function startSearch(q: string): string {
  return searchHref({ ...DEFAULT_FILTERS, q });
}

/**
 * Returns the URL of this picker with the search of a URL `/search?…`. It keeps who opened the picker,
 * and what the call locks: safe search, and transparent images if no slot takes them.
 */
export function pickerUrl(
  href: string,
  { safesearch, slots }: Pick<PickerCall, "safesearch" | "slots">,
): string {
  const parameters = new URLSearchParams();
  const own = new URLSearchParams(location.search);
  for (const name of PICKER_PARAMETERS) parameters.set(name, own.get(name) ?? "");
  for (const [name, value] of new URLSearchParams(href.split("?")[1])) {
    parameters.append(name, value);
  }
  if (safesearch === "strict") parameters.set("safesearch", "strict");
  if (slots.every(({ transparent }) => transparent === false)) {
    parameters.set("transparent", "true");
  }
  return `${location.pathname}?${parameters}${location.hash}`;
}

import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import { SEARCH_WORDS } from "@/lib/core/words";

/** A filter that is set, in a word, and the search without it. */
export type SetFilter = { name: keyof SearchQuery; label: string; without: SearchQuery };

/** The filters that differ from what is asked when nothing is said, in the order of the row. */
export function setFilters(query: SearchQuery): SetFilter[] {
  const labels: [keyof typeof DEFAULT_FILTERS, string][] = [
    ["safesearch", SEARCH_WORDS.chip.moderate],
    ["transparent", SEARCH_WORDS.chip.transparent],
    ["site", SEARCH_WORDS.chip.site(query.site ?? "")],
    ["count", SEARCH_WORDS.chip.count(query.count)],
  ];
  return labels
    .filter(([name]) => query[name] !== DEFAULT_FILTERS[name])
    .map(([name, label]) => ({
      name,
      label,
      without: { ...query, [name]: DEFAULT_FILTERS[name] },
    }));
}

import type { SearchQuery } from "@/lib/contract/search-query";
import { SEARCH_AGAIN_URL } from "@/lib/core/query/search-outcome";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { usePageSearch } from "../page/page-search";

type SearchAgainFormProps = {
  query: SearchQuery;
  /** Classes of the form and of its button. */
  form?: string | undefined;
  button: string | undefined;
  label: string;
};

/**
 * A button that calls the service, bypassing the cache. The form POSTs, so that no link, prefetch or
 * reload spends a search; it works without scripts.
 */
export function SearchAgainForm({ query, form, button, label }: SearchAgainFormProps) {
  const { again } = usePageSearch();
  return (
    <form
      className={form}
      action={SEARCH_AGAIN_URL}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        again();
      }}
    >
      {[...new URLSearchParams(formatSearchQuery(query))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={button}>
        {label}
      </button>
    </form>
  );
}

import type { FormEventHandler } from "react";
import button from "@/components/ui/button.module.css";
import type { SearchQuery } from "@/lib/contract/search-query";
import { SEARCH_API_URL } from "@/lib/core/query/search-outcome";
import { formatSearchQuery } from "@/lib/core/query/search-query";

type ConfirmationFormProps = {
  query: SearchQuery;
  label: string;
  isOff?: boolean;
  /** Without it, the browser posts the form. */
  onSubmit?: FormEventHandler;
};

/** The button that confirms a paid search. An answer that is cached by then is free. */
export function ConfirmationForm({ query, label, isOff, onSubmit }: ConfirmationFormProps) {
  return (
    <form action={SEARCH_API_URL} method="post" onSubmit={onSubmit}>
      {[...new URLSearchParams(formatSearchQuery(query))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={button.main} disabled={isOff}>
        {label}
      </button>
    </form>
  );
}

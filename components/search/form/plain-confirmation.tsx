import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import type { SearchQuery } from "@/lib/contract/search-query";
import { SEARCH_API_URL } from "@/lib/core/query/search-outcome";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { failureMessages } from "@/lib/messages/compiled/failure";
import { failureText } from "@/lib/messages/failure-text";

/** Asks before a paid search if no script can start it. Only the server renders this. */
export function PlainConfirmation({ query }: { query: SearchQuery }) {
  const { title, message } = failureText("search_unconfirmed");
  return (
    <noscript>
      <Screen sign="ticket" title={title}>
        <p>{message}</p>
        <form className={screen.actions} action={SEARCH_API_URL} method="post">
          {[...new URLSearchParams(formatSearchQuery(query))].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className={button.main}>
            {failureMessages("confirm", { cost: "paid" })}
          </button>
        </form>
      </Screen>
    </noscript>
  );
}

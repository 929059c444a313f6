import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import type { SearchQuery } from "@/lib/contract/search-query";
import { failureMessages } from "@/lib/messages/compiled/failure";
import { failureText } from "@/lib/messages/failure-text";
import { ConfirmationForm } from "./confirmation-form";

/** Asks before a paid search if no script can start it. Only the server renders this. */
export function PlainConfirmation({ query }: { query: SearchQuery }) {
  const { title, message } = failureText("search_unconfirmed");
  return (
    <noscript>
      <Screen sign="ticket" title={title}>
        <p>{message}</p>
        <div className={screen.actions}>
          <ConfirmationForm query={query} label={failureMessages("confirm", { cost: "paid" })} />
        </div>
      </Screen>
    </noscript>
  );
}

import { Screen } from "@/components/ui/screen";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { idleMessages } from "@/lib/messages/compiled/idle";
import { ExampleSearches } from "./example-searches";

/** The page of results without a search. */
export function IdleScreen({ service }: { service: ServiceLabel | null }) {
  return (
    <Screen sign="waiting" title={idleMessages("title")}>
      <p>{idleMessages("message")}</p>
      <ExampleSearches service={service} />
    </Screen>
  );
}

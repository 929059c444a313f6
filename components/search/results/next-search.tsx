import { RichText } from "@/components/ui/rich-text";
import type { Refusal } from "@/lib/contract/search-offer";
import { newSearchMessages as messages } from "@/lib/messages/compiled/new-search";
import { AnsweredAt } from "./answered-at";

/** A later time is shown with its date. */
const TODAY_SECONDS_MAX = 12 * 60 * 60;

/**
 * When this server sends the next search. The end of a limit of ours is certain; after a refusal of
 * the search service, only the time of the next attempt is known.
 */
export function NextSearch({ refusal }: { refusal: Refusal }) {
  const { code, endsAt, retryAfterSeconds } = refusal;
  if (endsAt === null) return messages("unknown");
  const isDated = (retryAfterSeconds ?? 0) > TODAY_SECONDS_MAX;
  const time = <AnsweredAt iso={endsAt} isDated={isDated} />;
  const isAttempt = code.startsWith("service_");
  return <RichText parts={messages.parts(isAttempt ? "tryAgain" : "possible", { time })} />;
}

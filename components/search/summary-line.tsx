import { RichText } from "@/components/ui/rich-text";
import text from "@/components/ui/text.module.css";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { costOf, SEARCH_AGAIN_URL } from "@/lib/core/search-outcome";
import { formatSearchQuery } from "@/lib/core/search-query";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { AnsweredAt } from "./answered-at";
import { useSearchState } from "./search-state";
import styles from "./summary-line.module.css";

type SummaryLineProps = {
  answer: SearchAnswer;
  /** How many of the answer's images this browser could not load. */
  notLoadingCount: number;
};

/** What was found, when and where, what it cost, and what is missing. */
export function SummaryLine({ answer, notLoadingCount }: SummaryLineProps) {
  const { images, query, service, droppedCount, searchesUsed, answeredAt, from, isNarrowed } =
    answer;
  const isRemote = service.kind === "remote";
  const time = <AnsweredAt iso={answeredAt} />;
  return (
    <div className={styles.summary}>
      <h1>{resultsMessages("found", { count: images.length, query: query.q })}</h1>
      <div className={text.facts}>
        <span>
          <RichText parts={resultsMessages.parts("asOf", { time })} />
        </span>
        <span>{from === "library" ? resultsMessages("ownLibrary") : serviceText(service)}</span>
        {isRemote && (
          <span>
            {resultsMessages(from === "cache" ? "fromCache" : "used", { count: searchesUsed })}
          </span>
        )}
        {isNarrowed && <span>{resultsMessages("narrowed")}</span>}
        {droppedCount > 0 && <span>{resultsMessages("dropped", { count: droppedCount })}</span>}
        {notLoadingCount > 0 && (
          <span>
            {resultsMessages("notLoading", { count: notLoadingCount, total: images.length })}
          </span>
        )}
        {isRemote && answer.retryAfterSeconds === undefined && (
          <span>
            <SearchAgain query={query} />
          </span>
        )}
      </div>
    </div>
  );
}

function serviceText(service: ServiceLabel): string {
  return service.kind === "remote" ? service.host : resultsMessages(service.kind);
}

/** Searches again, bypassing the cache. A form that POSTs, so that no link, prefetch or reload spends. */
function SearchAgain({ query }: { query: SearchQuery }) {
  const { service, again } = useSearchState();
  return (
    <form
      className={styles.again}
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
      <button type="submit" className={text.link}>
        {resultsMessages("again", { cost: costOf(service) })}
      </button>
    </form>
  );
}

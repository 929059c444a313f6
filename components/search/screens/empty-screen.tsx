import button from "@/components/ui/button.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import text from "@/components/ui/text.module.css";
import { useSearchOffer } from "@/lib/client/search-offer";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS, type Filters } from "@/lib/contract/search-query";
import { searchHref, withoutFilters } from "@/lib/core/query/search-outcome";
import { emptyResultsMessages } from "@/lib/messages/compiled/empty-results";
import { idleMessages } from "@/lib/messages/compiled/idle";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { NextSearch } from "../results/next-search";
import { ExampleSearches } from "./example-searches";
import styles from "./example-searches.module.css";

/** Button texts by the filters that they remove. No button loosens safe search. */
const WITHOUT = {
  site: "allSites",
  transparent: "showTransparent",
} as const satisfies Record<Exclude<keyof Filters, "count" | "safesearch">, string>;

/** An answer without images: offers the search without its filters. */
export function EmptyScreen({ answer }: { answer: SearchAnswer }) {
  const { query, service, droppedCount, offers } = answer;
  const { cost, refusal } = useSearchOffer();
  const hasWord = /[\p{L}\p{N}]/u.test(query.q);
  const names = (Object.keys(WITHOUT) as (keyof typeof WITHOUT)[]).filter(
    (name) => query[name] !== DEFAULT_FILTERS[name],
  );
  const ways =
    refusal !== null
      ? []
      : [
          ...names.map((name) => ({
            key: WITHOUT[name],
            query: { ...query, [name]: DEFAULT_FILTERS[name] },
          })),
          ...(names.length > 1
            ? [{ key: "clearFilters", query: withoutFilters(query) } as const]
            : []),
        ];

  return (
    <Screen
      sign="empty"
      title={
        query.site === null
          ? resultsMessages("none", { query: query.q })
          : emptyResultsMessages("noneOnSite", { query: query.q, site: query.site })
      }
    >
      {offers.length > 0 ? (
        <OfferedSearches answer={answer} />
      ) : (
        <p>
          {emptyResultsMessages(
            hasWord ? (ways.length > 0 ? "filteredMessage" : "message") : "noText",
          )}
        </p>
      )}
      {refusal !== null && (
        <p>
          <NextSearch refusal={refusal} />
        </p>
      )}
      {refusal === null && cost === "paid" && <p>{emptyResultsMessages("cost")}</p>}
      {droppedCount > 0 && (
        <p className={text.facts}>{resultsMessages("dropped", { count: droppedCount })}</p>
      )}
      {ways.length > 0 && (
        <div className={screen.actions}>
          {ways.map((way, i) => (
            <a
              key={way.key}
              className={i === 0 ? button.main : button.button}
              href={searchHref(way.query)}
            >
              {emptyResultsMessages(way.key)}
            </a>
          ))}
        </div>
      )}
      {offers.length === 0 && <ExampleSearches service={service} except={query.q} />}
    </Screen>
  );
}

/** Links to searches of the own library, which cost nothing, with the number of their images. */
function OfferedSearches({ answer: { query, offers } }: { answer: SearchAnswer }) {
  return (
    <section className={styles.examples} aria-labelledby="offers">
      <h2 id="offers" className={styles.label}>
        {emptyResultsMessages("offers")}
      </h2>
      <ul className={styles.list}>
        {offers.map(({ q, count }) => (
          <li key={q}>
            <a className={primitives.inlineTarget} href={searchHref({ ...query, q })}>
              {q}
            </a>{" "}
            {count === null
              ? emptyResultsMessages("offerOfMany")
              : emptyResultsMessages("offer", { count })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page of results without a search. */
export function IdleScreen({ service }: { service: ServiceLabel | null }) {
  return (
    <Screen sign="waiting" title={idleMessages("title")}>
      <p>{idleText(service)}</p>
      <ExampleSearches service={service} />
    </Screen>
  );
}

/** Returns the text with examples that find an image: of the demo collection, or of the library. */
function idleText(service: ServiceLabel | null): string {
  if (service?.kind === "demo") return idleMessages("message");
  const [first, second] = service?.kind === "library" ? service.examples : [];
  if (first === undefined || second === undefined) return idleMessages("plain");
  return idleMessages("library", { first, second });
}

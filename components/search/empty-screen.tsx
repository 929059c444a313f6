import { CaseDrawing } from "@/components/site/case-drawing";
import button from "@/components/ui/button.module.css";
import text from "@/components/ui/text.module.css";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { EMPTY_WORDS } from "@/lib/core/later-words";
import { searchHref, withoutFilters } from "@/lib/core/search-outcome";
import { ANSWER_WORDS } from "@/lib/core/words";
import { ExampleSearches } from "./example-searches";
import styles from "./screen.module.css";

/** An answer without images: which of the filters may have been too much, and other words. */
export function EmptyScreen({ answer }: { answer: SearchAnswer }) {
  const { query, service, droppedCount } = answer;
  const ways = [
    query.site !== null && {
      label: EMPTY_WORDS.withoutSite(query.site),
      href: searchHref({ ...query, site: null }),
    },
    query.transparent && {
      label: EMPTY_WORDS.withTransparent,
      href: searchHref({ ...query, transparent: false }),
    },
    query.site !== null &&
      query.transparent && {
        label: EMPTY_WORDS.withoutFilters,
        href: searchHref(withoutFilters(query)),
      },
  ].filter((way) => way !== false);

  return (
    <section className={styles.screen}>
      <CaseDrawing sign="empty" />
      <h1>{ANSWER_WORDS.none(query.q)}</h1>
      <p>
        {EMPTY_WORDS.message(ways.length > 0)}
        {service.kind === "remote" && ` ${EMPTY_WORDS.costs}`}
      </p>
      {droppedCount > 0 && <p className={text.facts}>{ANSWER_WORDS.dropped(droppedCount)}</p>}
      {ways.length > 0 && (
        <div className={styles.do}>
          {ways.map(({ label, href }, i) => (
            <a key={href} className={i === 0 ? button.main : button.button} href={href}>
              {label}
            </a>
          ))}
        </div>
      )}
      <ExampleSearches service={service} />
    </section>
  );
}

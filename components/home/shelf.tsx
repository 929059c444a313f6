import { ShelfPictures } from "@/components/grid/shelf-pictures";
import { ageText } from "@/components/search/form/age-text";
import primitives from "@/components/ui/primitives.module.css";
import text from "@/components/ui/text.module.css";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import type { Floor } from "@/lib/contract/shelf";
import { libraryHref, NEWEST_PICTURES } from "@/lib/core/query/library-view";
import { FREE_MARK, searchHref } from "@/lib/core/query/search-outcome";
import { homeMessages } from "@/lib/messages/compiled/home";
import styles from "./shelf.module.css";

const TITLES = {
  search: "exampleShelf",
  newest: "fromLibrary",
  folder: "fromLibrary",
  cached: "cachedShelf",
} as const satisfies Record<Floor["kind"], string>;

type ShelfProps = {
  floors: readonly Floor[];
  /** Whether the visitor sees no picture before a click. All of them are for strict safe search. */
  areCovered: boolean;
};

/** The pictures of the home page: examples, the library's newest, or shared searches. */
export function Shelf({ floors, areCovered }: ShelfProps) {
  const [first] = floors;
  if (first === undefined) return null;
  return (
    <section aria-labelledby="shelf">
      <div className={styles.lead}>
        <h2 id="shelf" className={text.small}>
          {homeMessages(TITLES[first.kind])}
        </h2>
        {first.kind !== "cached" && (
          <a className={text.link} href={libraryHref(NEWEST_PICTURES)}>
            {homeMessages("browse")}
          </a>
        )}
      </div>
      <ul className={styles.floors}>
        {floors.map((floor) => {
          const { label, href, fact } = linkOf(floor);
          return (
            <li key={href} data-wide={floor.kind === "newest" || undefined}>
              <a className={primitives.card} href={href}>
                <ShelfPictures pictures={floor.pictures} areCovered={areCovered} />
                <span className={styles.label}>
                  <b className={primitives.clipped} dir="auto">
                    {label}
                  </b>
                  <span className={primitives.count}>{fact}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function linkOf(floor: Floor): { label: string; href: string; fact: string } {
  const fact = homeMessages("count", { count: floor.pictureCount });
  switch (floor.kind) {
    case "search":
      return { label: floor.q, href: searchHref({ ...DEFAULT_FILTERS, q: floor.q }), fact };
    case "folder": {
      const href = libraryHref({ ...NEWEST_PICTURES, folder: floor.folder });
      return { label: floor.name, href, fact };
    }
    case "newest":
      return { label: homeMessages("newest"), href: libraryHref(NEWEST_PICTURES), fact };
    case "cached":
      return {
        label: floor.query.q,
        href: searchHref(floor.query) + FREE_MARK,
        fact: ageText(floor.ageSeconds),
      };
  }
}

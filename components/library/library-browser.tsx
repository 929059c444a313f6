import type { CSSProperties, ReactNode } from "react";
import { GridLine } from "@/components/grid/grid-line";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import text from "@/components/ui/text.module.css";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import { COLOUR_NAMES, type ColourName, swatchOf } from "@/lib/core/colour/named-colour";
import { SIZE_CLASSES, type SizeClass } from "@/lib/core/image/size-class";
import { startsOfDates } from "@/lib/core/image/taken-dates";
import {
  type LibraryView,
  libraryHref,
  NEWEST_PICTURES,
  type SortedView,
} from "@/lib/core/query/library-view";
import { libraryMessages } from "@/lib/messages/compiled/library";
import { refinementChoicesMessages } from "@/lib/messages/compiled/refinement-choices";
import { takenDateText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/number-text";
import styles from "./library-browser.module.css";
import { LibraryGrid } from "./library-grid";

type LibraryBrowserProps = {
  service: ServiceLabel;
  view: LibraryView;
  images: readonly Image[];
  /** How many images the view has in all. */
  matchCount: number;
  pageCount: number;
  /** How many of the library's pictures cannot be browsed. */
  restrictedCount: number;
  folders: readonly { source: number; path: string; name: string; pictureCount: number }[];
  colours: readonly { colour: ColourName; pictureCount: number }[];
  sizes: readonly { size: SizeClass; pictureCount: number }[];
  /** Whether a picture of the library has a date. */
  hasDates: boolean;
  /** The seed of the next random view. */
  nextSeed: string;
};

/** A page of the library: views and filters as links, the images, and links to other pages. */
export function LibraryBrowser(props: LibraryBrowserProps) {
  const { service, view, images, matchCount, pageCount, restrictedCount, nextSeed } = props;
  const isByDate = view.order === "taken";
  const chosen = view.order === "random" ? NEWEST_PICTURES : { ...view, page: 1 };
  const isFiltered = (chosen.folder ?? chosen.colour ?? chosen.size) !== null;
  const allHref = libraryHref({ ...NEWEST_PICTURES, order: chosen.order });
  return (
    <div className={styles.browser}>
      {images.length > 0 && (
        <div className={styles.heading}>
          <h1>{libraryMessages(service.kind === "demo" ? "demoTitle" : "title")}</h1>
          <p className={text.facts}>
            <span>{libraryMessages("count", { count: matchCount })}</span>
            {pageCount > 1 && <span>{pageText(view, pageCount)}</span>}
            {!isFiltered && restrictedCount > 0 && (
              <span>{libraryMessages("restricted", { count: restrictedCount })}</span>
            )}
            {isFiltered && (
              <span>
                <a className={text.link} href={allHref}>
                  {libraryMessages("clear")}
                </a>
              </span>
            )}
          </p>
        </div>
      )}
      <nav className={styles.views} aria-label={libraryMessages("views")}>
        <ViewLink
          href={libraryHref({ ...chosen, order: "newest" })}
          isCurrent={view.order === "newest"}
        >
          {libraryMessages("newest")}
        </ViewLink>
        {(props.hasDates || isByDate) && (
          <ViewLink href={libraryHref({ ...chosen, order: "taken" })} isCurrent={isByDate}>
            {libraryMessages("taken")}
          </ViewLink>
        )}
        <ViewLink
          href={libraryHref({ order: "random", seed: nextSeed })}
          isCurrent={view.order === "random"}
        >
          {libraryMessages("random")}
        </ViewLink>
        <Filters {...props} chosen={chosen} />
      </nav>
      {images.length === 0 ? (
        <Screen sign="empty" title={libraryMessages(isFiltered ? "none" : "empty")}>
          <p>{libraryMessages(isFiltered ? "noneMessage" : "emptyMessage")}</p>
          {isFiltered && (
            <div className={screen.actions}>
              <a className={button.main} href={allHref}>
                {libraryMessages("clear")}
              </a>
            </div>
          )}
        </Screen>
      ) : (
        <LibraryGrid
          images={images}
          lines={isByDate ? dateLines(images) : undefined}
          showsFiles={isByDate}
          service={service}
          page={libraryHref(view).split("?")[1] ?? ""}
        />
      )}
      {view.order === "random" ? (
        <p className={styles.pages}>
          <a className={button.button} href={libraryHref({ order: "random", seed: nextSeed })}>
            {libraryMessages("anotherLook")}
          </a>
        </p>
      ) : (
        pageCount > 1 && <Pages view={view} pageCount={pageCount} />
      )}
    </div>
  );
}

/** Returns a heading for each date of a page, by its first image. */
function dateLines(images: readonly Image[]): Map<string, ReactNode> {
  const lines = startsOfDates(images).map(([id, date]): [string, ReactNode] => [
    id,
    <GridLine key={date}>
      {date === "" ? (
        libraryMessages("undated")
      ) : (
        <time dateTime={date}>{takenDateText(date)}</time>
      )}
    </GridLine>,
  ]);
  return new Map(lines);
}

function ViewLink({ href, isCurrent, children }: ViewLinkProps) {
  return (
    <a className={styles.view} href={href} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </a>
  );
}

type ViewLinkProps = { href: string; isCurrent: boolean; children: ReactNode };

type FiltersProps = Pick<LibraryBrowserProps, "folders" | "colours" | "sizes"> & {
  /** The first page of the view; of the newest images for a random view, which has no filters. */
  chosen: SortedView;
};

/** The filters as lists of links. */
function Filters({ chosen, folders, colours, sizes }: FiltersProps) {
  const { folder, colour, size } = chosen;
  const to = (change: Partial<SortedView>) => libraryHref({ ...chosen, ...change });
  const isFolder = (one: { source: number; path: string }) =>
    folder !== null && one.source === folder.source && one.path === folder.path;
  const folderName = folders.find(isFolder)?.name ?? folder?.path ?? null;
  /** The counts are for the whole library, so they apply only while no other filter is set. */
  const countFor = (others: readonly unknown[], pictureCount = 0) =>
    others.every((other) => other === null) ? pictureCount : null;
  return (
    <div className={styles.filters}>
      {folders.length > 1 && (
        <Facet name={libraryMessages("folder")} value={folderName} anyHref={to({ folder: null })}>
          {folders.map(({ source, path, name, pictureCount }) => (
            <Choice
              key={`${source}/${path}`}
              href={to({ folder: { source, path } })}
              isChosen={isFolder({ source, path })}
              pictureCount={countFor([colour, size], pictureCount)}
            >
              <span dir="auto">{name}</span>
            </Choice>
          ))}
        </Facet>
      )}
      <Facet
        name={libraryMessages("colour")}
        value={colour && refinementChoicesMessages(colour)}
        anyHref={to({ colour: null })}
      >
        {COLOUR_NAMES.map((name) => (
          <Choice
            key={name}
            href={to({ colour: name })}
            isChosen={name === colour}
            pictureCount={countFor(
              [folder, size],
              colours.find((each) => each.colour === name)?.pictureCount,
            )}
          >
            <i className={styles.swatch} style={{ "--swatch": swatchOf(name) } as CSSProperties} />
            {refinementChoicesMessages(name)}
          </Choice>
        ))}
      </Facet>
      <Facet
        name={libraryMessages("size")}
        value={size && libraryMessages(size)}
        anyHref={to({ size: null })}
      >
        {SIZE_CLASSES.map((name) => (
          <Choice
            key={name}
            href={to({ size: name })}
            isChosen={name === size}
            pictureCount={countFor(
              [folder, colour],
              sizes.find((each) => each.size === name)?.pictureCount,
            )}
          >
            {libraryMessages(name)}
          </Choice>
        ))}
      </Facet>
    </div>
  );
}

type FacetProps = {
  name: string;
  /** Null for any value. */
  value: string | null;
  anyHref: string;
  children: ReactNode;
};

/** A filter's choices, which open without a script; only one filter is open at a time. */
function Facet({ name, value, anyHref, children }: FacetProps) {
  return (
    <details className={styles.facet} name="facet">
      <summary className={styles.view} data-set={value === null ? undefined : ""}>
        {value === null ? name : libraryMessages("chosen", { facet: name, value })}
        <Icon name="chevron" isSmall />
      </summary>
      <ul className={styles.choices}>
        <Choice href={anyHref} isChosen={value === null}>
          {libraryMessages("any")}
        </Choice>
        {children}
      </ul>
    </details>
  );
}

type ChoiceProps = {
  href: string;
  isChosen: boolean;
  /** How many images the choice shows, null if unknown; a choice without images is omitted. */
  pictureCount?: number | null;
  children: ReactNode;
};

function Choice({ href, isChosen, pictureCount, children }: ChoiceProps) {
  if (pictureCount === 0 && !isChosen) return null;
  return (
    <li>
      <a className={styles.choice} href={href} aria-current={isChosen ? "true" : undefined}>
        {children}
        {typeof pictureCount === "number" && (
          <span className={styles.number}>{numberText(pictureCount)}</span>
        )}
      </a>
    </li>
  );
}

function Pages({ view, pageCount }: { view: SortedView; pageCount: number }) {
  const { page } = view;
  return (
    <nav className={styles.pages} aria-label={libraryMessages("pages")}>
      {page > 1 && (
        <a className={button.button} rel="prev" href={libraryHref({ ...view, page: page - 1 })}>
          {libraryMessages("previous")}
        </a>
      )}
      <span className={styles.number}>{pageText(view, pageCount)}</span>
      {page < pageCount && (
        <a className={button.button} rel="next" href={libraryHref({ ...view, page: page + 1 })}>
          {libraryMessages("next")}
        </a>
      )}
    </nav>
  );
}

function pageText(view: LibraryView, count: number): string {
  return libraryMessages("page", { page: view.order === "random" ? 1 : view.page, count });
}

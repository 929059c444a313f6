import type { ReactNode } from "react";
import { HeaderLink } from "@/components/ui/header-link";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { siteMessages } from "@/lib/messages/compiled/site";
import brand from "./brand.module.css";
import styles from "./site-header.module.css";
import skipLink from "./skip-link.module.css";

/**
 * The header without client components. Next adds those that the "not found" page imports to the scripts
 * of every page, beside the page's own copies.
 *
 * `children` is the search form, which uses the areas `field` and `filters`. `links` stand beside the link
 * to the collections.
 */
export function HeaderFrame({ children, links, current, isOfResults = false }: HeaderProps) {
  return (
    <header className={styles.top} data-plain={!isOfResults || undefined}>
      <a className={skipLink.skip} href={isOfResults ? "#results" : "#main"}>
        {siteMessages(isOfResults ? "skipToResults" : "skip")}
      </a>
      <div className={styles.brand} data-beside-field={children !== undefined || undefined}>
        <Brand />
      </div>
      {children}
      <div className={styles.side}>
        <div className={styles.collections}>
          <HeaderLink
            href="/collections"
            icon={<ToolIcon name="collection" />}
            name={siteMessages("collections")}
            isCurrent={current === "collections"}
          />
        </div>
        {links}
      </div>
    </header>
  );
}

export type HeaderProps = {
  children?: ReactNode;
  links?: ReactNode;
  /** The header link that leads to this page. */
  current?: "collections" | undefined;
  /** Whether the page has results: then a second row has the filters, with a line below. */
  isOfResults?: boolean;
};

/** The logo and the name. The object in the case and the first i’s dot take the focused image’s colour. */
function Brand() {
  return (
    <a className={brand.brand} href="/" data-brand="">
      <span className={text.unseen}>{siteMessages("home")}</span>
      <svg className={brand.mark} viewBox="0 0 24 24" aria-hidden="true">
        <path className={brand.line} d="M2.75 3.75h18.500v11.500H2.75zM6 15.25V21M18 15.25V21" />
        <path className={brand.object} d="M6.500 8.500h6v6h-6z" />
      </svg>
      <svg className={brand.word} viewBox="0 0 63 20" aria-hidden="true">
        <path d="M6 16 0.6 1.6H3L7.6 14.5H7.1L11.7 1.6H14L8.7 16ZM15.3 16V5.8H17.6V16ZM24.7 16.2Q22.9 16.2 22.1 15.3Q21.2 14.5 21.2 12.8V3.5L23.5 2.6V12.8Q23.5 13.6 23.9 14Q24.3 14.4 25.2 14.4Q25.5 14.4 25.8 14.3Q26.1 14.3 26.3 14.2V16Q26.1 16.1 25.7 16.1Q25.2 16.2 24.7 16.2ZM19.2 7.6V5.8H26.3V7.6ZM28.1 16V5.8H30.3V8.3H30.4V16ZM30.4 10.7 30.1 8.3Q30.5 7 31.4 6.3Q32.2 5.6 33.4 5.6Q33.9 5.6 34.1 5.7V7.8Q34 7.8 33.8 7.8Q33.6 7.7 33.3 7.7Q31.9 7.7 31.1 8.5Q30.4 9.2 30.4 10.7ZM35.7 16V5.8H38V16ZM40.7 16V5.8H42.9V8.2H42.9V16ZM47.9 16V9.5Q47.9 8.5 47.4 8Q46.9 7.5 45.9 7.5Q45 7.5 44.4 7.9Q43.7 8.2 43.3 8.9Q42.9 9.6 42.9 10.5L42.7 8.1Q43.2 6.9 44.2 6.3Q45.2 5.6 46.6 5.6Q48.3 5.6 49.2 6.5Q50.2 7.5 50.2 9V16ZM57.2 16.2Q55.6 16.2 54.4 15.5Q53.3 14.8 52.6 13.6Q51.9 12.4 51.9 10.9Q51.9 9.3 52.6 8.1Q53.2 6.9 54.4 6.3Q55.6 5.6 57.2 5.6Q58.7 5.6 59.8 6.2Q60.9 6.9 61.5 8Q62.1 9.1 62.1 10.6Q62.1 10.9 62.1 11.1Q62.1 11.3 62 11.6H53.4V9.9H60.4L59.8 10.5Q59.8 8.9 59.1 8.1Q58.4 7.3 57.2 7.3Q55.8 7.3 55 8.3Q54.2 9.2 54.2 10.9Q54.2 12.6 55 13.5Q55.8 14.5 57.2 14.5Q58.1 14.5 58.7 14.1Q59.4 13.8 59.7 13.1H61.8Q61.3 14.5 60.1 15.4Q58.9 16.2 57.2 16.2ZM35.4 1.4h3v3h-3z" />
        <path className={brand.object} d="M15 1.400h3v3h-3z" />
      </svg>
    </a>
  );
}

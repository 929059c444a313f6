import type { CSSProperties } from "react";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/search-outcome";
import { imagePageMessages } from "@/lib/messages/compiled/image-page";
import styles from "./image-page.module.css";

type ImagePageProps = {
  /** Not empty. */
  name: string;
  keywords: readonly string[];
  widthPx: number;
  heightPx: number;
  /** `#rrggbb` */
  accentColor: string;
  /** The site to credit. */
  host: string;
  originalPath: string;
  isDemo: boolean;
};

/** The page of an image of our library: the source page of a search result. */
export function ImagePage(props: ImagePageProps) {
  const { name, keywords, widthPx, heightPx, accentColor, host, originalPath, isDemo } = props;
  const shape = { "--picture": accentColor, "--ratio": widthPx / heightPx } as CSSProperties;
  const query = keywords[0];
  return (
    <article className={styles.page} data-lit="" style={shape}>
      <a className={styles.picture} href={originalPath}>
        {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
        <img src={originalPath} alt={name} width={widthPx} height={heightPx} fetchPriority="high" />
      </a>
      <div className={styles.facts}>
        <h1 dir="auto">{name}</h1>
        <dl className={styles.list}>
          <dt>{imagePageMessages("site")}</dt>
          <dd>{host}</dd>
          <dt>{imagePageMessages("size")}</dt>
          <dd className={styles.number}>
            {imagePageMessages("pixels", { width: widthPx, height: heightPx })}
          </dd>
          <dt>{imagePageMessages("colour")}</dt>
          <dd className={styles.number}>
            <span className={styles.swatch} aria-hidden="true" /> {accentColor}
          </dd>
          {keywords.length > 0 && (
            <>
              <dt>{imagePageMessages("keywords")}</dt>
              <dd dir="auto">{keywords.join(", ")}</dd>
            </>
          )}
          <dt>{imagePageMessages("rights")}</dt>
          <dd>{imagePageMessages("rightsNotVerified")}</dd>
        </dl>
        <div className={styles.do}>
          <a className={button.main} href={originalPath}>
            <Icon name="out" />
            {imagePageMessages("original")}
          </a>
          {query !== undefined && (
            <a
              className={button.button}
              href={searchHref({ ...DEFAULT_FILTERS, q: query, site: host })}
            >
              {imagePageMessages("more", { query, host })}
            </a>
          )}
        </div>
        <p className={styles.note}>{imagePageMessages(isDemo ? "demoNote" : "libraryNote")}</p>
      </div>
    </article>
  );
}

import type { CSSProperties } from "react";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/search-outcome";
import { PICTURE_WORDS } from "@/lib/core/words";
import styles from "./picture-page.module.css";

export type PicturePageProps = {
  name: string;
  keywords: readonly string[];
  widthPx: number;
  heightPx: number;
  /** `#rrggbb` */
  accentColor: string;
  /** The site it is credited to. */
  host: string;
  /** Where the file is. */
  originalPath: string;
  isDemo: boolean;
};

/** The page of one picture of ours: what a search result calls its source. */
export function PicturePage(props: PicturePageProps) {
  const { name, keywords, widthPx, heightPx, accentColor, host, originalPath, isDemo } = props;
  const shape = { "--picture": accentColor, "--ratio": widthPx / heightPx } as CSSProperties;
  const words = keywords[0];
  return (
    <article className={styles.page} data-lit="" style={shape}>
      <a className={styles.picture} href={originalPath}>
        {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
        <img
          src={originalPath}
          alt={name || PICTURE_WORDS.untitled}
          width={widthPx}
          height={heightPx}
          fetchPriority="high"
        />
      </a>
      <div className={styles.facts}>
        <h1 dir="auto">{name || PICTURE_WORDS.untitled}</h1>
        <dl className={styles.list}>
          <dt>{PICTURE_WORDS.site}</dt>
          <dd>{host}</dd>
          <dt>{PICTURE_WORDS.size}</dt>
          <dd className={styles.number}>{PICTURE_WORDS.pixels(widthPx, heightPx)}</dd>
          <dt>{PICTURE_WORDS.colour}</dt>
          <dd className={styles.number}>
            <span className={styles.swatch} aria-hidden="true" /> {accentColor}
          </dd>
          {keywords.length > 0 && (
            <>
              <dt>{PICTURE_WORDS.keywords}</dt>
              <dd dir="auto">{keywords.join(", ")}</dd>
            </>
          )}
          <dt>{PICTURE_WORDS.rights}</dt>
          <dd>{PICTURE_WORDS.rightsValue}</dd>
        </dl>
        <div className={styles.do}>
          <a className={button.main} href={originalPath}>
            <Icon name="out" />
            {PICTURE_WORDS.original}
          </a>
          {words !== undefined && (
            <a
              className={button.button}
              href={searchHref({ ...DEFAULT_FILTERS, q: words, site: host })}
            >
              {PICTURE_WORDS.more(words, host)}
            </a>
          )}
        </div>
        <p className={styles.note}>{isDemo ? PICTURE_WORDS.demoNote : PICTURE_WORDS.libraryNote}</p>
      </div>
    </article>
  );
}

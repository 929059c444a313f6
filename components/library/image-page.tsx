import type { CSSProperties } from "react";
import { ImagePageActions } from "@/components/lightbox/image-page-actions";
import { ReportFields } from "@/components/tile/report-fields";
import button from "@/components/ui/button.module.css";
import primitives from "@/components/ui/primitives.module.css";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { SearchOffer } from "@/lib/contract/search-offer";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import { REPORT_URL } from "@/lib/core/image/moderation";
import { searchHref } from "@/lib/core/query/search-outcome";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { imagePageMessages } from "@/lib/messages/compiled/image-page";
import { reportMessages } from "@/lib/messages/compiled/report";
import { takenText } from "@/lib/messages/date-text";
import { fileText } from "@/lib/messages/file-text";
import styles from "./image-page.module.css";

type ImagePageProps = {
  id: string;
  /** Not empty. */
  name: string;
  keywords: readonly string[];
  widthPx: number;
  heightPx: number;
  /** `#rrggbb` */
  accentColor: string;
  /** The site to credit; null for the operator's own pictures, which have a folder. */
  host: string | null;
  folder: string;
  fileName: string;
  /** ISO 8601 without a time zone, possibly without a time. */
  takenAt: string | null;
  camera: string | null;
  creator: string | null;
  /** As the file states them. */
  copyright: string | null;
  licence: string | null;
  /** In lower case. */
  format: string;
  fileBytes: number;
  originalPath: string;
  isDemo: boolean;
  /** The cost of the searches that the page links to; null if the server would refuse them. */
  searchCost: SearchOffer["cost"] | null;
  /** The search that led the visitor here. */
  query: SearchQuery | null;
  /** All copies of the image, with itself, the largest first; one or none if there is no other. */
  copies: readonly Copy[];
  /** The image, to save and credit. */
  image: PickedImage;
  /** The image's position in the search's answer; null if the answer does not contain it. */
  inAnswer: PositionInAnswer | null;
};

type Copy = {
  id: string;
  /** The URL of its page. */
  url: string;
  widthPx: number;
  heightPx: number;
  /** In lower case. */
  format: string;
  folder: string;
  fileName: string;
};

type PositionInAnswer = {
  /** From 1. */
  position: number;
  count: number;
  /** URLs of the pages of the neighbours; null at the ends. */
  previous: string | null;
  next: string | null;
};

/** The page of a library image, which is the source page of a search result. */
export function ImagePage(props: ImagePageProps) {
  const { name, keywords, widthPx, heightPx, accentColor, host, originalPath, isDemo } = props;
  const { folder, fileName, takenAt, camera, creator, searchCost, query, inAnswer } = props;
  const { copies, copyright, licence, format, fileBytes, image } = props;
  const shape = { "--picture": accentColor, "--ratio": widthPx / heightPx } as CSSProperties;
  return (
    <article className={styles.page} data-lit="" style={shape}>
      {query !== null && <AnswerLinks query={query} inAnswer={inAnswer} />}
      <a className={styles.picture} href={originalPath}>
        {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
        <img src={originalPath} alt={name} width={widthPx} height={heightPx} fetchPriority="high" />
      </a>
      <div className={styles.facts}>
        <h1 dir="auto">{name}</h1>
        <dl className={styles.list}>
          {host === null ? (
            <>
              <dt>{imagePageMessages("folder")}</dt>
              <dd dir="auto">{folder}</dd>
              <dt>{imagePageMessages("file")}</dt>
              <dd dir="auto">{fileName}</dd>
            </>
          ) : (
            <>
              <dt>{imagePageMessages("site")}</dt>
              <dd>{host}</dd>
            </>
          )}
          {takenAt !== null && (
            <>
              <dt>{imagePageMessages("taken")}</dt>
              <dd>
                <time dateTime={takenAt}>{takenText(takenAt)}</time>
              </dd>
            </>
          )}
          {camera !== null && (
            <>
              <dt>{imagePageMessages("camera")}</dt>
              <dd dir="auto">{camera}</dd>
            </>
          )}
          {creator !== null && (
            <>
              <dt>{imagePageMessages("creator")}</dt>
              <dd dir="auto">{creator}</dd>
            </>
          )}
          {copyright !== null && (
            <>
              <dt>{imagePageMessages("copyright")}</dt>
              <dd dir="auto">{copyright}</dd>
            </>
          )}
          {licence !== null && (
            <>
              <dt>{imagePageMessages("licence")}</dt>
              <dd dir="auto">{licence}</dd>
            </>
          )}
          <dt>{imagePageMessages("rights")}</dt>
          <dd>{imagePageMessages(licence === null ? "rightsNotVerified" : "rightsStated")}</dd>
          <dt>{imagePageMessages("size")}</dt>
          <dd className={styles.number}>
            <bdi dir="ltr">
              {imagePageMessages("pixels", { width: String(widthPx), height: String(heightPx) })}
            </bdi>
          </dd>
          <dt>{imagePageMessages("colour")}</dt>
          <dd className={styles.number}>
            <span className={styles.swatch} aria-hidden="true" /> {accentColor}
          </dd>
          {keywords.length > 0 && (
            <>
              <dt>{imagePageMessages("keywords", { cost: searchCost ?? "free" })}</dt>
              <dd>
                <ul className={styles.keywords}>
                  {keywords.map((keyword) => (
                    <li key={keyword} dir="auto">
                      {searchCost === null ? (
                        keyword
                      ) : (
                        <a
                          className={text.link}
                          href={searchHref({ ...DEFAULT_FILTERS, q: keyword })}
                        >
                          {keyword}
                        </a>
                      )}
                    </li>
                  ))}
                </ul>
              </dd>
            </>
          )}
        </dl>
        <div className={styles.acts}>
          <ImagePageActions image={image} />
          {/* The server names the file. */}
          <a className={button.button} href={originalPath} download="">
            {imagePageMessages("download")} {fileText({ format, sizeBytes: fileBytes })}
          </a>
          <a className={button.button} href={originalPath}>
            <ToolIcon name="out" />
            {imagePageMessages("original")}
          </a>
        </div>
        {copies.length > 1 && <Copies copies={copies} id={props.id} />}
        <ReportThis originalPath={originalPath} search={query && formatSearchQuery(query)} />
        <p className={primitives.note}>{imagePageMessages(isDemo ? "demoNote" : "libraryNote")}</p>
      </div>
    </article>
  );
}

/** Lists the files that show the same picture; the one on this page is no link. */
function Copies({ copies, id }: { copies: readonly Copy[]; id: string }) {
  return (
    <section id="copies" className={styles.copies} aria-labelledby="copies-title">
      <h2 id="copies-title">{imagePageMessages("copies")}</h2>
      <ul>
        {copies.map(({ url, widthPx, heightPx, format, folder, fileName, ...copy }) => {
          const size = {
            width: String(widthPx),
            height: String(heightPx),
            format: format.toUpperCase(),
          };
          return (
            <li key={copy.id}>
              <a
                className={text.link}
                href={copy.id === id ? undefined : url}
                aria-current={copy.id === id ? "true" : undefined}
              >
                <bdi dir="ltr">{imagePageMessages("copy", size)}</bdi>
              </a>
              <span className={styles.path} dir="auto">
                {imagePageMessages("path", { folder, file: fileName })}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Reports the picture, even without JavaScript: the endpoint returns to one of the two notes. */
function ReportThis({ originalPath, search }: { originalPath: string; search: string | null }) {
  return (
    <>
      <p id="reported" className={styles.outcome} tabIndex={-1} role="status">
        {reportMessages("sent")}
      </p>
      <p id="report-failed" className={styles.outcome} tabIndex={-1} role="alert">
        {reportMessages("failed")}
      </p>
      <details className={styles.report}>
        <summary className={button.bare}>{reportMessages("open")}</summary>
        <form method="post" action={REPORT_URL}>
          <input type="hidden" name="image" value={originalPath} />
          {search !== null && <input type="hidden" name="search" value={search} />}
          <ReportFields />
        </form>
      </details>
    </>
  );
}

/** Links back to the answer that led the visitor here, and to its other images. */
function AnswerLinks({
  query,
  inAnswer,
}: {
  query: SearchQuery;
  inAnswer: PositionInAnswer | null;
}) {
  return (
    <nav className={styles.answer} aria-label={imagePageMessages("answer")}>
      <a className={text.link} href={searchHref(query)}>
        <bdi>{imagePageMessages("back", { query: query.q })}</bdi>
      </a>
      {inAnswer !== null && (
        <span className={styles.neighbours}>
          <span className={styles.number}>
            {imagePageMessages("position", { position: inAnswer.position, count: inAnswer.count })}
          </span>
          {inAnswer.previous !== null && (
            <a className={button.button} href={inAnswer.previous} rel="prev">
              {imagePageMessages("previous")}
            </a>
          )}
          {inAnswer.next !== null && (
            <a className={button.button} href={inAnswer.next} rel="next">
              {imagePageMessages("next")}
            </a>
          )}
        </span>
      )}
    </nav>
  );
}

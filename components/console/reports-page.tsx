import type { ReactNode } from "react";
import button from "@/components/ui/button.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { PageSection } from "@/components/ui/split-page";
import text from "@/components/ui/text.module.css";
import type { ConsoleImage } from "@/lib/contract/console";
import type { Thumbnails } from "@/lib/contract/search-answer";
import type { ImageReports, RatedImage, Report, ReportedImage } from "@/lib/core/image/moderation";
import { agoText } from "@/lib/messages/ago-text";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { reportMessages } from "@/lib/messages/compiled/report";
import styles from "./console.module.css";
import { ConsoleFrame } from "./console-frame";
import type { Paged } from "./console-view";
import { ListPages } from "./list-pages";

type ListedImage = ReportedImage & ConsoleImage;
export type ListedReports = ImageReports & ConsoleImage;

type ReportsPageProps = {
  reported: readonly ListedReports[];
  reports: Paged;
  reportCount: number;
  rated: readonly (RatedImage & ConsoleImage)[];
  ratings: Paged;
  nowMs: number;
  done: string | null;
};

const RATE_URL = "/console/reports/rate";

/** Reports by visitors, and the images that an operator has rated. */
export function ReportsPage(props: ReportsPageProps) {
  const { reported, reports, reportCount, rated, ratings, nowMs, done } = props;
  return (
    <ConsoleFrame
      place="reports"
      facts={[
        consoleMessages("reportCount", { count: reportCount }),
        consoleMessages("ratingsNote"),
      ]}
      done={done}
    >
      <PageSection id="open" title={consoleMessages("reportsTitle")}>
        {reported.length === 0 && <None>{consoleMessages("noReports")}</None>}
        <ReportList images={reported} nowMs={nowMs} />
        <ListPages of={reports} hrefOf={(page) => `/console/reports?page=${page}`} />
      </PageSection>
      <PageSection id="rated" title={consoleMessages("ratedTitle")}>
        {rated.length === 0 && <None>{consoleMessages("noRated")}</None>}
        <ul className={styles.images}>
          {rated.map((image) => (
            <ListedItem
              key={image.source}
              image={image}
              facts={
                <span>
                  {consoleMessages("ratedAs", {
                    rating: image.rating,
                    when: agoText(image.ratedAtMs, nowMs),
                  })}
                </span>
              }
            >
              <form action={RATE_URL} method="post" className={styles.buttons}>
                <input type="hidden" name="source" value={image.source} />
                {RATINGS.filter(({ rating }) => rating !== image.rating).map((rating) => (
                  <RatingButton key={rating.rating} {...rating} name={nameOf(image)} />
                ))}
                <button
                  type="submit"
                  name="rating"
                  value="none"
                  className={button.bare}
                  aria-label={consoleMessages("takeBackLabel", { name: nameOf(image) })}
                >
                  {consoleMessages("takeBack")}
                </button>
              </form>
            </ListedItem>
          ))}
        </ul>
        <ListPages of={ratings} hrefOf={(page) => `/console/reports?rated=${page}#rated`} />
      </PageSection>
    </ConsoleFrame>
  );
}

type ReportListProps = { images: readonly ListedReports[]; nowMs: number };

/** Images with their open reports, each with the actions of an operator. */
export function ReportList({ images, nowMs }: ReportListProps) {
  return (
    <ul className={styles.images}>
      {images.map((image) => (
        <ListedItem
          key={image.source}
          image={image}
          facts={image.reports.map((report) => (
            <ReportFacts key={report.id} of={report} nowMs={nowMs} />
          ))}
        >
          <form action={RATE_URL} method="post" className={styles.buttons}>
            <input type="hidden" name="report" value={image.reports[0].id} />
            {RATINGS.map((rating) => (
              <RatingButton key={rating.rating} {...rating} name={nameOf(image)} />
            ))}
          </form>
          <form action="/console/reports/dismiss" method="post">
            <input type="hidden" name="report" value={image.reports[0].id} />
            <button
              type="submit"
              className={button.bare}
              aria-label={consoleMessages("dismissLabel", {
                name: nameOf(image),
                count: image.reports.length,
              })}
            >
              {consoleMessages("dismiss")}
            </button>
          </form>
        </ListedItem>
      ))}
    </ul>
  );
}

const RATINGS = [
  { rating: "never", text: "hide", label: "hideLabel" },
  { rating: "moderate", text: "moderate", label: "moderateLabel" },
  { rating: "fine", text: "fine", label: "fineLabel" },
] as const;

type RatingButtonProps = (typeof RATINGS)[number] & { name: string };

function RatingButton({ rating, text: key, label, name }: RatingButtonProps) {
  return (
    <button
      type="submit"
      name="rating"
      value={rating}
      className={button.button}
      aria-label={consoleMessages(label, { name })}
    >
      {consoleMessages(key)}
    </button>
  );
}

type ReportFactsProps = { of: Report; nowMs: number };

function ReportFacts({ of: { reason, reportedAtMs, comment }, nowMs }: ReportFactsProps) {
  const when = agoText(reportedAtMs, nowMs);
  return (
    <>
      <span>{consoleMessages("reportedWhen", { reason: reportMessages(reason), when })}</span>
      {comment !== "" && (
        <p>
          <bdi>{consoleMessages("quoted", { text: comment })}</bdi>
        </p>
      )}
    </>
  );
}

type ListedItemProps = {
  image: ListedImage;
  /** Lines below its name. */
  facts: ReactNode;
  children: ReactNode;
};

function ListedItem({ image, facts, children }: ListedItemProps) {
  const { pageUrl, host } = image;
  const name = nameOf(image);
  return (
    <li>
      <Thumbnail of={image.thumbnails} name={name} />
      <div>
        <b>
          {pageUrl === null ? (
            <bdi>{name}</bdi>
          ) : (
            <a className={text.link} href={pageUrl} rel="noopener noreferrer">
              <bdi>{name}</bdi>
            </a>
          )}
        </b>
        {host !== null && (
          <span>
            <bdi>{host}</bdi>
          </span>
        )}
        {facts}
      </div>
      <div className={styles.buttons}>{children}</div>
    </li>
  );
}

function Thumbnail({ of: thumbnails, name }: { of: Thumbnails | null; name: string }) {
  const [small, large = small] = thumbnails?.widthsPx ?? [];
  if (thumbnails === null || small === undefined) return <div className={styles.noImage} />;
  return (
    // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
    <img
      src={`${thumbnails.path}${small}`}
      srcSet={`${thumbnails.path}${small} 1x, ${thumbnails.path}${large} 2x`}
      alt={name}
      width={144}
      height={96}
      loading="lazy"
    />
  );
}

function nameOf({ name }: ListedImage): string {
  return name || consoleMessages("unnamed");
}

function None({ children }: { children: ReactNode }) {
  return <p className={primitives.note}>{children}</p>;
}

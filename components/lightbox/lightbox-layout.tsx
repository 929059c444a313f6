import {
  type ComponentType,
  type CSSProperties,
  type FormEvent,
  type MouseEvent,
  memo,
  type ReactNode,
} from "react";
import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import primitives from "@/components/ui/primitives.module.css";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { smallSource } from "@/components/zoom/picture-sources";
import { creditTexts } from "@/lib/client/credit-texts";
import { nameOf } from "@/lib/client/image-name";
import { ORIGINAL_URL } from "@/lib/contract/image-proofs";
import type { ExportedImage } from "@/lib/contract/picked-image";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import { plainCredit } from "@/lib/core/credits/format-credits";
import { placeOf } from "@/lib/core/image/image-place";
import { neighboursOf } from "@/lib/core/image/neighbours";
import { ownOriginalId } from "@/lib/core/image/own-original";
import { provenImage } from "@/lib/core/image/proven-image";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { searchHref } from "@/lib/core/query/search-outcome";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import type { PictureMode } from "@/lib/core/settings/pictures";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { picturesMessages } from "@/lib/messages/compiled/pictures";
import { fileText } from "@/lib/messages/file-text";
import { ImageFacts } from "./image-facts";
import styles from "./lightbox.module.css";
import type { DownloadState } from "./use-downloads";

/** How many more images of the same site the panel shows. */
const MORE_MAX = 6;

export type LightboxLinks = {
  /** Returns the URL that shows another image of the list; for null, the URL without the lightbox. */
  hrefOf: (imageId: string | null) => string;
  /** The cost of a search; null if the server would refuse it. */
  searchCost: SearchOffer["cost"] | null;
  /** Origin of this server, for credits. */
  origin: string;
};

/** The main action on an image, in place of saving. */
export type PrimaryAction = ComponentType<{ image: ExportedImage }>;

/** Called when a link to an image of the list is clicked; null for the link that closes. */
export type OnFollow = (event: MouseEvent, imageId: string | null) => void;

/** The props that all parts of the lightbox share. */
export type LightboxPartProps = Pick<LightboxLinks, "hrefOf"> & {
  /** Not empty. */
  images: readonly ExportedImage[];
  /** Rank of the shown image, from 0. */
  rank: number;
  onFollow?: OnFollow | undefined;
  /** Returns the URL of a small picture; null for an image whose picture is covered. */
  smallSrcOf?: (image: ExportedImage) => string | null;
};

type LightboxLayoutProps = LightboxPartProps & {
  isPanelHidden?: boolean;
  /** The picture in its frame. */
  picture: ReactNode;
  /** Buttons at the top. */
  tools?: ReactNode;
  /** `LightboxStrip`. */
  strip: ReactNode;
  /** `LightboxPanel`. */
  panel: ReactNode;
  /** Shown over everything, even in full screen. */
  notice?: ReactNode;
};

/** One large image, links to its neighbours, and its details. The server renders it too. */
export function LightboxLayout(props: LightboxLayoutProps) {
  const { images, rank, picture, tools, strip, panel, isPanelHidden = false } = props;
  const link = linkOf(props);
  const image = images[rank];
  if (image === undefined) return null;
  const { previous, next } = neighboursOf(images, rank);
  return (
    <div className={styles.lightbox} data-panel={isPanelHidden ? "hidden" : undefined}>
      <div className={styles.stage}>
        <div className={styles.tools} {...litBy(image)}>
          <a
            href={link.href(null)}
            className={button.icon}
            aria-label={messages("close")}
            title={messages("close")}
            onClick={link.onClick(null)}
          >
            <ToolIcon name="close" />
          </a>
          <span className={styles.at}>
            {messages("position", { position: rank + 1, count: images.length })}
          </span>
          {tools}
        </div>
        <div className={styles.figure} {...litBy(image)}>
          {picture}
          <Step kind="previous" image={previous} link={link} />
          <Step kind="next" image={next} link={link} />
        </div>
        <nav className={styles.strip} aria-label={messages("answer")}>
          {strip}
        </nav>
      </div>
      {panel ?? <div className={styles.panel} />}
      {props.notice}
    </div>
  );
}

/**
 * Attributes that give a part of the lightbox the image's colour. On the root of the lightbox, each step
 * would also restyle the filmstrip.
 */
function litBy({ accentColor }: Image) {
  return {
    "data-lit": accentColor === null ? undefined : "",
    style: { ...(accentColor && { "--picture": accentColor }) } as CSSProperties,
  };
}

type Link = {
  href: LightboxLinks["hrefOf"];
  onClick: (imageId: string | null) => ((event: MouseEvent) => void) | undefined;
};

function linkOf({ hrefOf, onFollow }: LightboxPartProps): Link {
  return {
    href: hrefOf,
    onClick: (imageId) => onFollow && ((event) => onFollow(event, imageId)),
  };
}

type StepProps = { kind: "previous" | "next"; image: Image | undefined; link: Link };

function Step({ kind, image, link }: StepProps) {
  if (image === undefined) return null;
  return (
    <a
      href={link.href(image.id)}
      // Otherwise a swipe by mouse would drag the link.
      draggable={false}
      onClick={link.onClick(image.id)}
      className={`${styles.step} ${kind === "next" ? styles.next : styles.previous}`}
      rel={kind === "next" ? "next" : "prev"}
      aria-label={messages(kind)}
      title={messages(kind)}
    >
      <ToolIcon name={kind} isMirrored />
    </a>
  );
}

type LightboxStripProps = LightboxPartProps & {
  /** How many neighbours on each side the filmstrip shows. */
  reach: number;
};

/** The neighbours, for pointers only: the arrow keys and two links reach them too. */
export const LightboxStrip = memo(function LightboxStrip(props: LightboxStripProps) {
  const { images, rank, reach, hrefOf, onFollow, smallSrcOf = smallSource } = props;
  if (images.length <= 1) return null;
  const start = Math.max(0, rank - reach);
  return images
    .slice(start, rank + reach + 1)
    .map((image, i) => (
      <Frame
        key={image.id}
        image={image}
        src={smallSrcOf(image)}
        href={hrefOf(image.id)}
        isCurrent={start + i === rank}
        onFollow={onFollow}
      />
    ));
});

type FrameProps = {
  image: Image;
  src: string | null;
  href: string;
  isCurrent: boolean;
  onFollow: OnFollow | undefined;
};

/** Memoised: renders again only when it becomes or stops being the current frame. */
const Frame = memo(function Frame({ image, src, href, isCurrent, onFollow }: FrameProps) {
  return (
    <a
      href={href}
      onClick={onFollow && ((event) => onFollow(event, image.id))}
      className={styles.frame}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent || undefined}
      aria-label={nameOf(image)}
    >
      <Small image={image} src={src} />
    </a>
  );
});

function Small({ image, src }: { image: Image; src: string | null }) {
  const style = { "--ratio": tileRatio(image).ratio, "--small": image.accentColor ?? undefined };
  return (
    // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
    <img
      className={styles.small}
      src={src ?? undefined}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      style={style as CSSProperties}
    />
  );
}

type LightboxPanelProps = LightboxPartProps &
  LightboxLinks & {
    heading: "h1" | "h2";
    headingId?: string;
    /** Called when a download form is submitted; without it, the browser submits the form. */
    onDownload?: (event: FormEvent<HTMLFormElement>, image: ExportedImage) => void;
    /** The state of the image's download, or null. */
    download?: DownloadState | null;
    /** How this browser gets pictures. */
    mode: PictureMode;
    /** The main action. */
    save?: ReactNode;
    /** The credit that is copied; by default in prose. */
    credit?: string;
    /** Buttons beside the heading of the credit. */
    creditTools?: ReactNode;
  };

/** The image's details, and the actions on it. */
export function LightboxPanel(props: LightboxPanelProps) {
  const { images, rank, heading: Heading, headingId, searchCost, origin } = props;
  const { save, credit, creditTools, onDownload, download = null } = props;
  const { mode, smallSrcOf = smallSource } = props;
  const link = linkOf(props);
  const image = images[rank];
  if (image === undefined) return null;
  const Part = Heading === "h1" ? "h2" : "h3";
  const { hostUrl, imageUrl } = image;
  const place = placeOf(image);
  const siteHref = searchCost === null ? null : siteHrefOf(image);
  const more = firstOfPlace(images, place, MORE_MAX + 1).filter((other) => other !== image);
  const out = { rel: "noopener noreferrer", referrerPolicy: "no-referrer" } as const;
  return (
    <section className={styles.panel} aria-label={messages("details")} {...litBy(image)}>
      <div className={styles.who}>
        <Heading id={headingId} className={styles.name} dir="auto">
          {nameOf(image)}
        </Heading>
        <p>
          {hostUrl === null ? (
            <span className={text.quiet}>{place}</span>
          ) : (
            <a className={text.link} href={hostUrl} {...out}>
              {place}
            </a>
          )}
        </p>
      </div>
      <div className={styles.acts}>
        {save}
        <Download image={image} onDownload={onDownload} state={download} />
        <a className={styles.row} href={imageUrl} {...out}>
          <ToolIcon name="picture" />
          {messages("original")}
        </a>
        {hostUrl !== null && (
          <a className={styles.row} href={hostUrl} {...out}>
            <ToolIcon name="out" />
            {messages("page")}
          </a>
        )}
        {siteHref !== null && (
          <a className={styles.row} href={siteHref}>
            <ToolIcon name="search" />
            {messages("site")}{" "}
            {searchCost === "paid" && <span className={styles.cost}>{messages("siteCost")}</span>}
          </a>
        )}
      </div>
      <ImageFacts image={image} />
      <p className={styles.sight}>
        <span key={mode}>{sightText(image, mode)}</span>{" "}
        <a className={text.link} href="/settings#pictures">
          {picturesMessages("change")}
        </a>
      </p>
      <section className={styles.credit} aria-label={messages("credit")}>
        <header>
          <Part className={styles.part}>{messages("credit")}</Part>
          {creditTools}
        </header>
        <blockquote dir="auto">
          {credit ?? plainCredit(creditFacts(image, { origin, texts: creditTexts }))}
        </blockquote>
      </section>
      {more.length > 0 && (
        <section className={styles.more}>
          <Part className={styles.part}>{messages("more", { host: place })}</Part>
          <ul className={primitives.buttons}>
            {more.slice(0, MORE_MAX).map((other) => (
              <li key={other.id}>
                <a
                  href={link.href(other.id)}
                  onClick={link.onClick(other.id)}
                  aria-label={nameOf(other)}
                >
                  <Small image={other} src={smallSrcOf(other)} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}

/** Says who requests an image's picture, and whether its host sees the visitor. */
function sightText({ imageUrl, fallbackUrl }: ExportedImage, mode: PictureMode): string {
  if (ownOriginalId(imageUrl) !== null) return picturesMessages("own");
  const { host } = new URL(imageUrl);
  if (mode === "direct") return picturesMessages("byBrowser", { host });
  return picturesMessages(fallbackUrl === null ? "byServer" : "byServerFirst", { host });
}

/** Returns the URL of the same search on the image's site; null without a search or a site. */
function siteHrefOf({ provenance, folder, host }: ExportedImage): string | null {
  const parsed = parseSearchQuery(new URLSearchParams(provenance.search ?? ""));
  if (!parsed.isValid || folder !== undefined || parsed.query.site === host) return null;
  return searchHref({ ...parsed.query, site: host });
}

/** Returns the first `max` images of a place; a collection may have thousands. */
function firstOfPlace(images: readonly ExportedImage[], place: string, max: number) {
  const found: ExportedImage[] = [];
  for (const image of images) {
    if (found.length === max) break;
    if (placeOf(image) === place) found.push(image);
  }
  return found;
}

type DownloadProps = {
  image: ExportedImage;
  onDownload: LightboxPanelProps["onDownload"];
  state: DownloadState | null;
};

/** Downloads the file, even without JavaScript. Empty for an image that this server has not shown. */
function Download({ image, onDownload, state }: DownloadProps) {
  const { imageUrl, file } = image;
  const label = (
    <>
      <ToolIcon name="download" />
      {messages("download")}
    </>
  );
  if (imageUrl.startsWith("/library/")) {
    return (
      // The server names the file.
      <a className={styles.row} href={imageUrl} download="" data-download="">
        {label}
        {file && <span className={styles.cost}>{fileText(file)}</span>}
      </a>
    );
  }
  const proven = provenImage(image);
  if (proven.proofs.length === 0) return null;
  return (
    <>
      <form
        method="post"
        action={ORIGINAL_URL}
        className={styles.download}
        // Without a handler, as on the server, the browser submits the form.
        onSubmit={
          onDownload &&
          ((event) => {
            if (state?.isLoading) event.preventDefault();
            else onDownload(event, image);
          })
        }
      >
        <input type="hidden" name="image" value={JSON.stringify(proven)} />
        <input type="hidden" name="name" value={image.name} />
        <button
          type="submit"
          className={styles.row}
          data-download=""
          aria-disabled={state?.isLoading || undefined}
        >
          {label}
          {state?.isLoading && (
            <span className={styles.cost}>{state.progress ?? messages("downloading")}</span>
          )}
        </button>
      </form>
      {state !== null && !state.isLoading && (
        <p className={`${form.problem} ${styles.problem}`} role="alert">
          {messages("downloadFailedFor", { reason: state.problem })}
        </p>
      )}
    </>
  );
}

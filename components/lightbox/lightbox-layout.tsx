import type { CSSProperties, FormEvent, MouseEvent, ReactNode } from "react";
import button from "@/components/ui/button.module.css";
import { DeskIcon } from "@/components/ui/desk-icon";
import form from "@/components/ui/form.module.css";
import text from "@/components/ui/text.module.css";
import { creditTexts } from "@/lib/client/credit-texts";
import { ORIGINAL_URL, type ProvenImage } from "@/lib/contract/image-references";
import type { ExportedImage } from "@/lib/contract/picked-image";
import type { Image } from "@/lib/contract/search-answer";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import { plainCredit } from "@/lib/core/credits/format-credits";
import { placeOf } from "@/lib/core/image-place";
import { tileRatio } from "@/lib/core/tile-ratio";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { dayText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/locale";
import styles from "./lightbox.module.css";
import { smallSource } from "./picture-sources";
import type { DownloadState } from "./use-downloads";

/** More images of the same site that the panel shows. */
const MORE_MAX = 6;

export type LightboxLinks = {
  /** The URL that shows another image of the list; null: that shows none. */
  hrefOf: (imageId: string | null) => string;
  /** The URL of a search for images of the same site; null where there is none. */
  siteHrefOf: (image: ExportedImage) => string | null;
  /** Whether that search costs one. */
  isPaid: boolean;
  /** Of this server, for credits. */
  origin: string;
};

type LightboxLayoutProps = LightboxLinks & {
  /** Not empty. */
  images: readonly ExportedImage[];
  /** Of the shown image, from 0. */
  rank: number;
  heading: "h1" | "h2";
  headingId: string;
  /** How many neighbours on each side the filmstrip shows. */
  reach: number;
  /** Called for a click on a link to an image of the list, or with null on the link that closes. */
  onFollow?: (event: MouseEvent, imageId: string | null) => void;
  /** Called for a download by a form; without it, the browser sends the form. */
  onDownload?: (event: FormEvent<HTMLFormElement>, image: ExportedImage) => void;
  /** Of the shown image; null while there is none to tell. */
  download?: DownloadState | null;
  isPanelHidden?: boolean;
  /** Renders the panel without its content, for a quick first frame. */
  isPanelLate?: boolean;
  /** The picture in its frame. */
  picture: ReactNode;
  /** Buttons at the top. */
  tools?: ReactNode;
  /** The main action. */
  save?: ReactNode;
  /** Buttons beside the heading of the credit. */
  creditTools?: ReactNode;
  /** Shown over everything, also in full screen. */
  notice?: ReactNode;
};

/** One image large, the way to its neighbours, and what is known of it. The server renders it too. */
export function LightboxLayout(props: LightboxLayoutProps) {
  const { images, rank, hrefOf, onFollow, picture, tools, isPanelHidden = false } = props;
  const image = images[rank];
  if (image === undefined) return null;
  const { accentColor } = image;
  const link: Link = {
    href: hrefOf,
    onClick: (imageId) => onFollow && ((event) => onFollow(event, imageId)),
  };
  return (
    <div
      className={styles.lightbox}
      data-lit={accentColor === null ? undefined : ""}
      data-panel={isPanelHidden ? "hidden" : undefined}
      style={{ ...(accentColor && { "--picture": accentColor }) } as CSSProperties}
    >
      <div className={styles.stage}>
        <div className={styles.tools}>
          <a
            href={link.href(null)}
            className={button.icon}
            aria-label={messages("close")}
            onClick={link.onClick(null)}
          >
            <DeskIcon name="close" />
          </a>
          <span className={styles.at}>
            {messages("position", { position: rank + 1, count: images.length })}
          </span>
          {tools}
        </div>
        <div className={styles.figure}>
          {picture}
          <Step kind="previous" image={images[rank - 1]} link={link} />
          <Step kind="next" image={images[rank + 1]} link={link} />
        </div>
        <Filmstrip {...props} link={link} />
      </div>
      {props.isPanelLate ? (
        <div className={styles.panel} />
      ) : (
        <Panel {...props} image={image} link={link} />
      )}
      {props.notice}
    </div>
  );
}

type Link = {
  href: LightboxLinks["hrefOf"];
  onClick: (imageId: string | null) => ((event: MouseEvent) => void) | undefined;
};

type StepProps = { kind: "previous" | "next"; image: Image | undefined; link: Link };

function Step({ kind, image, link }: StepProps) {
  if (image === undefined) return null;
  return (
    <a
      href={link.href(image.id)}
      onClick={link.onClick(image.id)}
      className={kind === "next" ? styles.next : styles.previous}
      rel={kind === "next" ? "next" : "prev"}
      aria-label={messages(kind)}
    >
      <DeskIcon name={kind} isMirrored />
    </a>
  );
}

type FilmstripProps = Pick<LightboxLayoutProps, "images" | "rank" | "reach"> & { link: Link };

/** The neighbours. Pointers only: the arrow keys and the two links lead there too. */
function Filmstrip({ images, rank, reach, link }: FilmstripProps) {
  const start = Math.max(0, rank - reach);
  return (
    <nav className={styles.strip} aria-label={messages("answer")}>
      {images.length > 1 &&
        reach > 0 &&
        images.slice(start, rank + reach + 1).map((image, i) => (
          <a
            key={image.id}
            href={link.href(image.id)}
            onClick={link.onClick(image.id)}
            className={styles.frame}
            tabIndex={start + i === rank ? 0 : -1}
            aria-current={start + i === rank || undefined}
            aria-label={nameOf(image)}
          >
            <Small image={image} />
          </a>
        ))}
    </nav>
  );
}

function Small({ image }: { image: Image }) {
  const src = smallSource(image);
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

/** The name of an image; for one without a name, its site. */
export function nameOf(image: Image): string {
  return image.name || tileMessages("untitledFrom", { host: placeOf(image) });
}

type PanelProps = LightboxLayoutProps & { image: ExportedImage; link: Link };

function Panel(props: PanelProps) {
  const { image, images, heading: Heading, headingId, link, siteHrefOf, isPaid, origin } = props;
  const { save, creditTools, onDownload, download = null } = props;
  const Part = Heading === "h1" ? "h2" : "h3";
  const { hostUrl, imageUrl, width, height, accentColor, provenance } = image;
  const place = placeOf(image);
  const siteHref = siteHrefOf(image);
  const more = images.filter((other) => other !== image && placeOf(other) === place);
  const out = { rel: "noopener noreferrer", referrerPolicy: "no-referrer" } as const;
  return (
    <section className={styles.panel} aria-label={messages("details")}>
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
          <DeskIcon name="full" />
          {messages("original")}
        </a>
        {hostUrl !== null && (
          <a className={styles.row} href={hostUrl} {...out}>
            <DeskIcon name="out" />
            {messages("page")}
          </a>
        )}
        {siteHref !== null && (
          <a className={styles.row} href={siteHref}>
            <DeskIcon name="search" />
            {messages("site")}{" "}
            {isPaid && <span className={styles.cost}>{messages("siteCost")}</span>}
          </a>
        )}
      </div>
      <dl className={styles.facts}>
        <dt>{messages("size")}</dt>
        <dd>
          <bdi dir="ltr">
            {width === null || height === null
              ? tileMessages("sizeUnknown")
              : messages("pixels", {
                  width: String(width),
                  height: String(height),
                  megapixels: numberText(Math.round(width * height * 1e-5) / 10),
                })}
          </bdi>
        </dd>
        {accentColor !== null && (
          <>
            <dt>{messages("accent")}</dt>
            <dd>
              <span className={styles.swatch} aria-hidden="true" />
              {accentColor.toUpperCase()}
            </dd>
          </>
        )}
        <dt>{messages("found")}</dt>
        <dd>
          <time dateTime={provenance.foundAt}>{dayText(Date.parse(provenance.foundAt))}</time>
        </dd>
        {provenance.rank !== null && (
          <>
            <dt>{messages("rank")}</dt>
            <dd>{provenance.rank}</dd>
          </>
        )}
        <dt>{messages("rights")}</dt>
        <dd>
          {image.clearance
            ? creditTexts.rights(image.clearance)
            : messages("rightsNotVerified", { host: place })}
        </dd>
      </dl>
      <section className={styles.credit} aria-label={messages("credit")}>
        <header>
          <Part className={styles.part}>{messages("credit")}</Part>
          {creditTools}
        </header>
        <blockquote dir="auto">
          {plainCredit(creditFacts(image, { origin, texts: creditTexts }))}
        </blockquote>
      </section>
      {more.length > 0 && (
        <section className={styles.more}>
          <Part className={styles.part}>{messages("more", { host: place })}</Part>
          <ul>
            {more.slice(0, MORE_MAX).map((other) => (
              <li key={other.id}>
                <a
                  href={link.href(other.id)}
                  onClick={link.onClick(other.id)}
                  aria-label={nameOf(other)}
                >
                  <Small image={other} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}

type DownloadProps = {
  image: ExportedImage;
  onDownload: LightboxLayoutProps["onDownload"];
  state: DownloadState | null;
};

/** Downloads the file, also without JavaScript; nothing for an image without proof of who showed it. */
function Download({ image, onDownload, state }: DownloadProps) {
  const { imageUrl, hostUrl, width, height, thumbnails, reference = null } = image;
  const label = (
    <>
      <DeskIcon name="download" />
      {messages("download")}
    </>
  );
  if (imageUrl.startsWith("/library/")) {
    return (
      // The server names the file.
      <a className={styles.row} href={imageUrl} download="" data-download="">
        {label}
      </a>
    );
  }
  const proof = reference ?? thumbnails?.path ?? null;
  if (proof === null) return null;
  const proven: ProvenImage = { imageUrl, hostUrl, width, height, proof };
  return (
    <>
      <form
        method="post"
        action={ORIGINAL_URL}
        className={styles.download}
        // A form that the server renders has no handler.
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
          {state?.isLoading && <span className={styles.cost}>{messages("downloading")}</span>}
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

"use client";

import {
  type ButtonHTMLAttributes,
  type CSSProperties,
  lazy,
  type MouseEventHandler,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { nameOf } from "@/lib/client/image-name";
import { TileSettingsContext } from "@/lib/client/tile-settings";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { Image } from "@/lib/contract/search-answer";
import { placeOf } from "@/lib/core/image/image-place";
import { imageSources, isPicture } from "@/lib/core/image/image-sources";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { tileMessages } from "@/lib/messages/compiled/tile";
// Styles of a lazily loaded component; imported here because the server may render it.
import broken from "./broken-image.module.css";
import type { BrokenOrChosenProps } from "./broken-or-chosen";
import styles from "./image-tile.module.css";

type ImageTileProps = {
  /** The first views that it ends, of those in image-grid.module.css. */
  ends?: string | undefined;
  /** A saved image says which search found it. */
  image: Image & Partial<Pick<PickedImage, "provenance">>;
  /** The picture's link. */
  href: string;
  /** Called when the picture's link is clicked. Only collections set it; elsewhere `PageLightbox` acts. */
  onClick?: MouseEventHandler;
  /** Whether the tile is in the first view. */
  isFirst?: boolean;
  /** Whether the list has so few tiles that they are large. */
  isFew?: boolean;
  /** Whether the file name of an own picture stands in place of its folder. */
  showsFile?: boolean | undefined;
  /** The tile's rank from 1 and the number of tiles, for a list that is rendered in part. */
  posInSet?: number;
  setSize?: number;
  /** Shown before the name. */
  rank?: number;
  /** Attributes of the menu button. */
  handle?: ButtonHTMLAttributes<HTMLButtonElement>;
  /** Whether the tile is dragged, or a drop would be before or after it; null without a drag. */
  drag?: "moving" | "before" | "after" | null;
  /** The link's text if the image failed; without it, a `BrokenImage` replaces the link. */
  failedText?: string;
  /** Additional content of the tile. */
  note?: ReactNode;
  /** Shown beside the site; by default the size in pixels. */
  facts?: ReactNode;
  /** Below the site. */
  children?: ReactNode;
  onLoadChange: (imageId: string, isLoaded: boolean) => void;
};

/** Loads when the browser is idle, or when a tile needs it. */
const BrokenOrChosen = lazy(() =>
  import("./broken-or-chosen").then(
    ({ BrokenOrChosen }) => ({ default: BrokenOrChosen }),
    () => ({ default: BareBrokenImage }),
  ),
);

/** Shown when `BrokenOrChosen` itself fails to load. Requests no picture, which a setting may forbid. */
function BareBrokenImage({ isBroken, onRetry }: Pick<BrokenOrChosenProps, "isBroken" | "onRetry">) {
  return (
    <div className={broken.broken}>
      <div className={broken.actions}>
        <button type="button" onClick={isBroken ? onRetry : () => location.reload()}>
          {tileMessages("retry")}
        </button>
      </div>
    </div>
  );
}

/** An image that loads faster than this counts as cached. */
const LATE_MS = 80;

/**
 * One image in a box of its ratio and colour, with its name and site. `data-phase` is `late` (loaded
 * after `LATE_MS`, so it fades in), `shown` or `broken`. Only `broken` is set by rendering, because a
 * long grid shows thirty tiles at once while it scrolls.
 */
export function ImageTile({
  ends,
  image,
  href,
  onClick,
  isFirst = false,
  isFew = false,
  showsFile = false,
  posInSet,
  setSize,
  rank,
  handle = {},
  drag,
  failedText,
  note,
  facts,
  children,
  onLoadChange,
}: ImageTileProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isFallback, setIsFallback] = useState(false);
  const { density, pictures } = useContext(TileSettingsContext);
  const sources = imageSources(image, { isFallback, isLazy: !isFirst, density, isFew });
  const { ratio, isGuessed } = tileRatio(image);
  const { id, name, hostUrl, width, height, accentColor } = image;
  const src = sources?.src ?? null;
  const isBroken = src === null || src === failedSrc;

  const hasFallback = !isFallback && image.thumbnails !== null && image.fallbackUrl !== null;
  const onSettled = useCallback(
    (img: HTMLImageElement, isLoaded: boolean) => {
      if (!isLoaded && hasFallback) {
        setIsFallback(true);
        return;
      }
      if (isLoaded) tileAround(img).dataset.phase = "shown";
      setFailedSrc(isLoaded ? null : src);
      onLoadChange(id, isLoaded);
    },
    [hasFallback, id, src, onLoadChange],
  );
  const onLoad = ({ currentTarget: img }: SyntheticEvent<HTMLImageElement>) => {
    tileAround(img).toggleAttribute("data-fading", !isFromCache(img.currentSrc));
    onSettled(img, isPicture(img));
  };
  // The image may have loaded or failed before hydration.
  const look = useCallback(
    (img: HTMLImageElement | null) => {
      if (img?.complete) onSettled(img, isPicture(img));
      if (img === null || img.complete) return;
      const timer = setTimeout(() => {
        if (img.naturalWidth === 0) tileAround(img).dataset.phase ??= "late";
      }, LATE_MS);
      return () => clearTimeout(timer);
    },
    [onSettled],
  );
  const tile = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const { current } = tile;
    return () => current?.querySelectorAll("img").forEach(endLoading);
  }, []);
  const hasNone = src === null;
  useEffect(() => {
    if (hasNone) onLoadChange(id, false);
  }, [hasNone, id, onLoadChange]);
  const alt = nameOf(image);
  const host = (showsFile && image.folder && image.file?.name) || placeOf(image);
  const geometry = {
    "--ratio": ratio,
    ...(accentColor && { "--picture": accentColor }),
    ...(!isGuessed && { "--width": `${width}px` }),
  };
  const out = { rel: "noopener noreferrer", referrerPolicy: "no-referrer" } as const;
  // A tile with a handle is dragged only by the handle.
  const draggable = drag === undefined ? undefined : false;

  const isReplaced = isBroken && failedText === undefined;
  const link = (
    <a
      className={styles.picture}
      href={href}
      {...out}
      draggable={draggable}
      aria-label={isBroken ? alt : undefined}
      onClick={onClick}
    >
      {isBroken ? (
        failedText
      ) : (
        // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
        <img
          key={`${attempt}${isFallback}`}
          ref={look}
          {...sources}
          alt={alt}
          width={width ?? undefined}
          height={height ?? undefined}
          loading={isFirst ? "eager" : "lazy"}
          fetchPriority={isFirst ? "high" : "auto"}
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={draggable}
          onLoad={onLoad}
          onError={({ currentTarget }) => onSettled(currentTarget, false)}
        />
      )}
    </a>
  );

  return (
    <li
      ref={tile}
      data-ends={ends}
      className={styles.tile}
      aria-posinset={posInSet}
      aria-setsize={setSize}
      data-image-id={id}
      data-phase={isBroken ? "broken" : undefined}
      data-first={isFirst || undefined}
      data-lit={accentColor === null ? undefined : ""}
      data-guessed={isGuessed || undefined}
      data-drag={drag ?? undefined}
      style={geometry as CSSProperties}
    >
      {isReplaced || pictures !== null ? (
        <BrokenOrChosen
          image={image}
          link={link}
          isBroken={isReplaced}
          onRetry={() => {
            setAttempt(attempt + 1);
            setIsFallback(false);
            setFailedSrc(null);
            onLoadChange(id, true);
          }}
        />
      ) : (
        link
      )}
      {/* lib/client/tile-selection.ts reads and sets it, so that selecting renders nothing. */}
      <input
        type="checkbox"
        className={styles.pick}
        aria-label={tileMessages("select", { name: alt })}
        autoComplete="off"
      />
      <button
        type="button"
        className={styles.handle}
        aria-haspopup="menu"
        aria-label={tileMessages("more", { name: alt })}
        {...handle}
      />
      {note}
      {/* Hidden from assistive technology, because it repeats the image's alternative text. */}
      <p
        className={styles.name}
        data-rank={rank}
        data-none={name === "" || undefined}
        dir="auto"
        aria-hidden="true"
        title={name || undefined}
      >
        {name || tileMessages("untitled")}
      </p>
      <p className={styles.from}>
        {hostUrl === null ? (
          <span className={styles.host} dir="auto">
            {host}
          </span>
        ) : (
          <a className={styles.host} href={hostUrl} dir="auto" {...out}>
            {host}
          </a>
        )}
        {facts === undefined ? (
          <span className={styles.size} dir="ltr">
            {sizeText(image) ?? tileMessages("sizeUnknown")}
          </span>
        ) : (
          facts
        )}
      </p>
      {children}
    </li>
  );
}

/** Returns the size of an image in pixels as text; null if it is unknown or implausible. */
export function sizeText(image: Image): string | null {
  const { width, height } = image;
  if (width === null || height === null || tileRatio(image).isGuessed) return null;
  return tileMessages("size", { width: String(width), height: String(height) });
}

function tileAround(img: HTMLImageElement): HTMLElement {
  return img.closest("li") as HTMLElement;
}

/**
 * Removes the sources of an image that is leaving the document. An image without a box resolves
 * `sizes="auto"` to the window's width, so Chromium would load the largest thumbnail.
 */
function endLoading(img: HTMLImageElement): void {
  const { src, srcset } = img;
  img.removeAttribute("srcset");
  img.removeAttribute("src");
  queueMicrotask(() => {
    // In development, React runs effects twice and the image stays in the document.
    if (img.isConnected) Object.assign(img, { src, srcset });
  });
}

/** A response that ended longer ago is from an earlier load. */
const JUST_NOW_MS = 300;

/** Whether the image at `url` just came from the browser's cache. */
function isFromCache(url: string): boolean {
  const latest = performance.getEntriesByName(url).at(-1) as PerformanceResourceTiming | undefined;
  return (
    latest === undefined ||
    latest.transferSize === 0 ||
    performance.now() - latest.responseEnd > JUST_NOW_MS
  );
}

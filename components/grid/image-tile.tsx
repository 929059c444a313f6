"use client";

import {
  type CSSProperties,
  lazy,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Icon } from "@/components/ui/icon";
import type { Image } from "@/lib/contract/search-answer";
import { placeOf } from "@/lib/core/image/image-place";
import { imageSources } from "@/lib/core/image/image-sources";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { tileMessages } from "@/lib/messages/compiled/tile";
// Styles of a lazily loaded component; imported here because the server may render it.
import broken from "./broken-image.module.css";
import { DensityContext } from "./density";
import styles from "./image-tile.module.css";

type ImageTileProps = {
  /** The id of the element. */
  anchor?: string | undefined;
  image: Image;
  /** Where the picture leads; otherwise to the original. */
  href?: string;
  /** Whether the tile is in the first view. */
  isFirst: boolean;
  /** Whether the list has so few tiles that they are large. */
  isFew?: boolean;
  /** Its rank from 1, and how many tiles there are, in a list that is rendered in part. */
  posInSet?: number;
  setSize?: number;
  /** Additional content of the tile. */
  note?: ReactNode;
  onLoadChange: (imageId: string, isLoaded: boolean) => void;
};

/** Loads on first interaction, or when the first image fails. */
const BrokenImage = lazy(() =>
  import("./broken-image").then(
    ({ BrokenImage }) => ({ default: BrokenImage }),
    () => ({ default: BareBrokenImage }),
  ),
);

/** Shown when `BrokenImage` itself fails to load. */
function BareBrokenImage({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={broken.broken}>
      <div className={broken.actions}>
        <button type="button" onClick={onRetry}>
          {tileMessages("retry")}
        </button>
      </div>
    </div>
  );
}

/** `late`: took longer than `LATE_MS` to load, so it fades in. */
type Phase = "waiting" | "late" | "shown" | "broken";

/** An image that loads faster than this was cached. */
const LATE_MS = 80;

/** One image in a box of its ratio and colour, with its name and its site. */
export function ImageTile({
  anchor,
  image,
  href,
  isFirst,
  isFew = false,
  posInSet,
  setSize,
  note,
  onLoadChange,
}: ImageTileProps) {
  const [phase, setPhase] = useState<Phase>("waiting");
  const [attempt, setAttempt] = useState(0);
  const [isFallback, setIsFallback] = useState(false);
  const [isFading, setIsFading] = useState(false);
  const density = useContext(DensityContext);
  const sources = imageSources(image, { isFallback, isLazy: !isFirst, density, isFew });
  const { ratio, isGuessed } = tileRatio(image);
  const { id, name, hostUrl, imageUrl, width, height, accentColor } = image;
  const host = placeOf(image);

  const hasFallback = !isFallback && image.thumbnails !== null && image.fallbackUrl !== null;
  const onSettled = useCallback(
    (isLoaded: boolean) => {
      if (!isLoaded && hasFallback) {
        setIsFallback(true);
        return;
      }
      setPhase(isLoaded ? "shown" : "broken");
      onLoadChange(id, isLoaded);
    },
    [hasFallback, id, onLoadChange],
  );
  const onLoad = ({ currentTarget: img }: SyntheticEvent<HTMLImageElement>) => {
    setIsFading(!isFromCache(img.currentSrc));
    onSettled(isImage(img));
  };
  // The image may have loaded or failed before hydration.
  const look = useCallback(
    (img: HTMLImageElement | null) => {
      if (img?.complete) onSettled(isImage(img));
      if (img === null || img.complete) return;
      const timer = setTimeout(() => {
        if (img.naturalWidth === 0) setPhase((now) => (now === "waiting" ? "late" : now));
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
  const hasNone = sources === null;
  useEffect(() => {
    if (hasNone) onLoadChange(id, false);
  }, [hasNone, id, onLoadChange]);
  const alt = name || tileMessages("untitledFrom", { host });
  const geometry = { "--ratio": ratio, ...(accentColor && { "--picture": accentColor }) };

  return (
    <li
      ref={tile}
      id={anchor}
      className={styles.tile}
      aria-posinset={posInSet}
      aria-setsize={setSize}
      data-image-id={id}
      data-phase={phase}
      data-first={isFirst || undefined}
      data-lit={accentColor === null ? undefined : ""}
      data-fading={isFading || undefined}
      data-guessed={isGuessed || undefined}
      style={geometry as CSSProperties}
    >
      {sources === null || phase === "broken" ? (
        <BrokenImage
          image={image}
          onRetry={() => {
            setAttempt(attempt + 1);
            setIsFallback(false);
            setPhase("waiting");
            onLoadChange(id, true);
          }}
        />
      ) : (
        <a
          className={styles.picture}
          href={href ?? imageUrl}
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
        >
          {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
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
            onLoad={onLoad}
            onError={() => onSettled(false)}
          />
        </a>
      )}
      {/* lib/client/tile-selection.ts reads and writes it. */}
      <input
        type="checkbox"
        className={styles.pick}
        aria-label={tileMessages("select", { name: alt })}
        autoComplete="off"
      />
      <button
        type="button"
        className={styles.more}
        aria-haspopup="menu"
        aria-label={tileMessages("more", { name: alt })}
      >
        <Icon name="more" isSmall />
      </button>
      {note}
      <div className={styles.caption}>
        {/* Hidden from assistive technology, since the image's alternative text is the same. */}
        <p
          className={styles.name}
          data-none={name === "" || undefined}
          dir="auto"
          aria-hidden="true"
          title={name || undefined}
        >
          {name || tileMessages("untitled")}
        </p>
        <p className={styles.from}>
          {hostUrl === null ? (
            <span className={styles.host}>{host}</span>
          ) : (
            <a
              className={styles.host}
              href={hostUrl}
              rel="noopener noreferrer"
              referrerPolicy="no-referrer"
            >
              {host}
            </a>
          )}
          <span className={styles.size} dir="ltr">
            {isGuessed || width === null || height === null
              ? tileMessages("sizeUnknown")
              : tileMessages("size", { width: String(width), height: String(height) })}
          </span>
        </p>
      </div>
    </li>
  );
}

/**
 * Removes the sources of an image that is leaving the document. Without a box, its `sizes="auto"`
 * means the window's width, and Chromium would load the largest thumbnail.
 */
function endLoading(img: HTMLImageElement): void {
  const { src, srcset } = img;
  img.removeAttribute("srcset");
  img.removeAttribute("src");
  queueMicrotask(() => {
    // In development React runs effects twice, and the image stays.
    if (img.isConnected) Object.assign(img, { src, srcset });
  });
}

/** The server answers a failed thumbnail with one pixel, which browsers render whatever its status. */
function isImage({ naturalWidth }: HTMLImageElement): boolean {
  return naturalWidth > 1;
}

/** A response that ended longer ago than this is not the one being rendered. */
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

"use client";

import {
  type CSSProperties,
  lazy,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Icon } from "@/components/ui/icon";
import { isFromCache } from "@/lib/client/is-from-cache";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import { imageSources } from "@/lib/core/image-sources";
import { tileRatio } from "@/lib/core/tile-ratio";
import { TILE_WORDS } from "@/lib/core/words";
// Of what loads later, but the server may draw it.
import dead from "./dead-picture.module.css";
import styles from "./image-tile.module.css";

type ImageTileProps = {
  /** Its id in the page, if it has one. */
  anchor?: string | undefined;
  image: Image;
  /** Whether it stands where the page begins. */
  isFirst: boolean;
  service: ServiceLabel;
  /** The same search of this picture's site alone; null where it already is. */
  onlySiteHref: string | null;
  /** Its rank from 1, and how many tiles there are, in a list that is rendered in part. */
  posInSet?: number;
  setSize?: number;
  onLoadChange: (imageId: string, isLoaded: boolean) => void;
};

/** Loads when somebody uses the page, or the first picture does not come. */
const DeadPicture = lazy(() =>
  import("./dead-picture").then(
    ({ DeadPicture }) => ({ default: DeadPicture }),
    () => ({ default: BareDeadPicture }),
  ),
);

/** Where the same failure that keeps a picture away keeps away what would say more about it. */
function BareDeadPicture({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={dead.dead}>
      <div className={dead.ways}>
        <button type="button" onClick={onRetry}>
          {TILE_WORDS.retry}
        </button>
      </div>
    </div>
  );
}

/** How far a picture is: on its way, on its way for long enough to fade in, there, or not coming. */
type Phase = "waiting" | "late" | "shown" | "dead";

/** What comes sooner was there already. */
const LATE_MS = 80;

/**
 * One picture in a box of its ratio and colour from the first byte, and under it always its name
 * and its site.
 */
export function ImageTile({
  anchor,
  image,
  isFirst,
  service,
  onlySiteHref,
  posInSet,
  setSize,
  onLoadChange,
}: ImageTileProps) {
  const [phase, setPhase] = useState<Phase>("waiting");
  const [attempt, setAttempt] = useState(0);
  const [isFallback, setIsFallback] = useState(false);
  const [isFading, setIsFading] = useState(false);
  const sources = imageSources(image, { isFallback, isLazy: !isFirst });
  const { ratio, isGuessed } = tileRatio(image);
  const { id, name, host, hostUrl, imageUrl, width, height, accentColor } = image;

  const hasFallback = !isFallback && image.thumbnails !== null && image.fallbackUrl !== null;
  const onSettled = useCallback(
    (isLoaded: boolean) => {
      if (!isLoaded && hasFallback) {
        setIsFallback(true);
        return;
      }
      setPhase(isLoaded ? "shown" : "dead");
      onLoadChange(id, isLoaded);
    },
    [hasFallback, id, onLoadChange],
  );
  const onLoad = ({ currentTarget: img }: SyntheticEvent<HTMLImageElement>) => {
    setIsFading(!isFromCache(img.currentSrc));
    onSettled(isPicture(img));
  };
  // A picture may have come, or failed, before this page was alive to hear it.
  const look = useCallback(
    (img: HTMLImageElement | null) => {
      if (img?.complete) onSettled(isPicture(img));
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
      {sources === null || phase === "dead" ? (
        <DeadPicture
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
          href={imageUrl}
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
        >
          {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
          <img
            key={`${attempt}${isFallback}`}
            ref={look}
            {...sources}
            alt={TILE_WORDS.alternative(image)}
            width={width ?? undefined}
            height={height ?? undefined}
            loading={isFirst ? "eager" : "lazy"}
            fetchPriority={isFirst ? "high" : "auto"}
            decoding="async"
            referrerPolicy="no-referrer"
            onLoad={onLoad}
            onError={() => onSettled(false)}
          />
          <span className={styles.size} aria-hidden="true">
            {isGuessed || width === null || height === null
              ? TILE_WORDS.sizeUnknown
              : TILE_WORDS.size(width, height)}
          </span>
        </a>
      )}
      <div className={styles.caption}>
        {/* The picture's text alternative says it already. */}
        <p
          className={styles.name}
          data-none={name === "" || undefined}
          dir="auto"
          aria-hidden="true"
          title={name || undefined}
        >
          {name || TILE_WORDS.untitled}
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
          {onlySiteHref !== null && (
            <a
              className={styles.only}
              href={onlySiteHref}
              aria-label={TILE_WORDS.onlyThisSite(host, service)}
              title={TILE_WORDS.onlyThisSite(host, service)}
            >
              <Icon name="site" isSmall />
            </a>
          )}
        </p>
      </div>
    </li>
  );
}

/**
 * Takes the sources off a picture that is about to leave the document: without a box its `auto` size
 * is the window's, and Chromium would load the largest width for nobody to see.
 */
function endLoading(img: HTMLImageElement): void {
  const { src, srcset } = img;
  img.removeAttribute("srcset");
  img.removeAttribute("src");
  queueMicrotask(() => {
    // React tries effects twice while it is developed with, and the picture stays.
    if (img.isConnected) Object.assign(img, { src, srcset });
  });
}

/** A thumbnail that failed comes as a single pixel, which browsers show whatever its status. */
function isPicture({ naturalWidth }: HTMLImageElement): boolean {
  return naturalWidth > 1;
}

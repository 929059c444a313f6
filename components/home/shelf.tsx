import type { CSSProperties } from "react";
import text from "@/components/ui/text.module.css";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import type { Floor, ShelfPicture } from "@/lib/contract/shelf";
import { libraryHref, NEWEST_PICTURES } from "@/lib/core/library-view";
import { searchHref } from "@/lib/core/search-outcome";
import { tileRatio } from "@/lib/core/tile-ratio";
import { homeMessages } from "@/lib/messages/compiled/home";
import styles from "./shelf.module.css";

type ShelfProps = {
  service: ServiceLabel;
  floors: readonly Floor[];
};

/** The pictures of the home page: example searches, or the newest pictures and folders. */
export function Shelf({ service, floors }: ShelfProps) {
  if (service.kind === "remote" || floors.length === 0) return null;
  return (
    <section aria-labelledby="shelf">
      <div className={styles.lead}>
        <h2 id="shelf">{homeMessages(service.kind === "demo" ? "exampleShelf" : "fromLibrary")}</h2>
        <a className={text.link} href={libraryHref(NEWEST_PICTURES)}>
          {homeMessages("browse", { count: service.pictureCount })}
        </a>
      </div>
      <ul className={styles.floors}>
        {floors.map((floor) => {
          const { label, href } = linkOf(floor);
          return (
            <li key={href} data-wide={floor.kind === "newest" || undefined}>
              <a className={styles.floor} href={href}>
                <Things pictures={floor.pictures} />
                <span className={styles.label}>
                  <b dir="auto">{label}</b>
                  <span>{homeMessages("count", { count: floor.pictureCount })}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function linkOf(floor: Floor): { label: string; href: string } {
  switch (floor.kind) {
    case "search":
      return { label: floor.q, href: searchHref({ ...DEFAULT_FILTERS, q: floor.q }) };
    case "folder":
      return {
        label: floor.name,
        href: libraryHref({ ...NEWEST_PICTURES, folder: floor.folder }),
      };
    case "newest":
      return { label: homeMessages("newest"), href: libraryHref(NEWEST_PICTURES) };
  }
}

/** Narrower and wider pictures are cropped, so that three stand side by side. */
const RATIO_MIN = 0.6;
const RATIO_MAX = 1.8;

/** Pictures that stand on a line, each with about the same area. The link around them has the text. */
export function Things({ pictures }: { pictures: readonly ShelfPicture[] }) {
  return (
    <span className={styles.things}>
      {pictures.map(({ id, width, height, accentColor, thumbnails }) => {
        const { ratio } = tileRatio({ width, height });
        const side = Math.sqrt(Math.min(Math.max(ratio, RATIO_MIN), RATIO_MAX));
        const shape = {
          "--wide": side.toFixed(3),
          "--high": (1 / side).toFixed(3),
          ...(accentColor && { "--picture": accentColor }),
        } as CSSProperties;
        return <Thing key={id} thumbnails={thumbnails} shape={shape} />;
      })}
    </span>
  );
}

function Thing({ thumbnails, shape }: Pick<ShelfPicture, "thumbnails"> & { shape: CSSProperties }) {
  const [widthPx, densePx] = thumbnails?.widthsPx ?? [];
  if (thumbnails === null || widthPx === undefined) {
    return <span className={styles.thing} style={shape} />;
  }
  const { path } = thumbnails;
  return (
    // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
    <img
      className={styles.thing}
      style={shape}
      src={`${path}${widthPx}`}
      srcSet={densePx === undefined ? undefined : `${path}${widthPx}, ${path}${densePx} 2x`}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}

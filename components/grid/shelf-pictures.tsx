import type { CSSProperties } from "react";
import type { ShelfPicture } from "@/lib/contract/shelf";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import styles from "./shelf-pictures.module.css";

/** Narrower and wider pictures are cropped, so that three stand side by side. */
const RATIO_MIN = 0.6;
const RATIO_MAX = 1.8;

type ShelfPicturesProps = {
  pictures: readonly ShelfPicture[];
  /** Whether to show their colours only, and to request none of them. */
  areCovered: boolean;
};

/** Pictures on a line, all with about the same area. The link around them has the text. */
export function ShelfPictures({ pictures, areCovered }: ShelfPicturesProps) {
  const sides = pictures.map((picture) => {
    const { ratio } = tileRatio(picture);
    return Math.sqrt(Math.min(Math.max(ratio, RATIO_MIN), RATIO_MAX));
  });
  const line = {
    "--total": sides.reduce((sum, side) => sum + side, 0).toFixed(3),
    "--gaps": pictures.length - 1,
  } as CSSProperties;
  return (
    <span className={styles.pictures} style={line}>
      {pictures.map(({ id, accentColor, thumbnails }, index) => {
        const side = sides[index] ?? 1;
        const shape = {
          "--wide": side.toFixed(3),
          "--high": (1 / side).toFixed(3),
          ...(accentColor && { "--picture": accentColor }),
        } as CSSProperties;
        return <ShelfImage key={id} thumbnails={areCovered ? null : thumbnails} shape={shape} />;
      })}
    </span>
  );
}

function ShelfImage({
  thumbnails,
  shape,
}: Pick<ShelfPicture, "thumbnails"> & { shape: CSSProperties }) {
  if (thumbnails === null) return <span className={styles.picture} style={shape} />;
  const { path, widthsPx } = thumbnails;
  return (
    // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
    <img
      className={styles.picture}
      style={shape}
      src={`${path}${widthsPx[0]}`}
      srcSet={widthsPx.map((widthPx) => `${path}${widthPx} ${widthPx}w`).join(", ")}
      sizes="auto, 6rem"
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}

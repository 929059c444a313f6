import type { CSSProperties } from "react";
import type { Crop } from "@/lib/contract/picker";
import type { Image } from "@/lib/contract/search-answer";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import styles from "./cropped-picture.module.css";
import { pictureUrl } from "./picture-url";

type CroppedPictureProps = {
  image: Image;
  /** Null for the whole image. */
  crop: Crop | null;
  /** The width of the thumbnail to load. */
  widthPx: number;
};

/** A thumbnail's crop, as high as its container. Decorative: the text beside it names the image. */
export function CroppedPicture({ image, crop, widthPx }: CroppedPictureProps) {
  const { width, height } = image;
  const isCropped = crop !== null && width !== null && height !== null;
  const percent = (share: number) => `${share * 100}%`;
  const placed: CSSProperties = isCropped
    ? {
        inlineSize: percent(width / crop.width),
        blockSize: percent(height / crop.height),
        left: percent(-crop.x / crop.width),
        top: percent(-crop.y / crop.height),
      }
    : { inlineSize: "100%", blockSize: "100%", left: 0, top: 0 };
  const ratio = isCropped ? crop.width / crop.height : tileRatio(image).ratio;
  return (
    <span className={styles.crop} style={{ "--ratio": ratio } as CSSProperties}>
      {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
      <img
        src={pictureUrl(image, isCropped ? (widthPx * width) / crop.width : widthPx)}
        alt=""
        style={placed}
        referrerPolicy="no-referrer"
        draggable={false}
      />
    </span>
  );
}

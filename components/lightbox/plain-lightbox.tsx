import type { CSSProperties } from "react";
import { fromItsHost, pictureSources, smallSource } from "@/components/zoom/picture-sources";
import zoomed from "@/components/zoom/zoomed-picture.module.css";
import { nameOf } from "@/lib/client/image-name";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import {
  coversPicture,
  isModerateSearch,
  type PictureSettings,
} from "@/lib/core/settings/pictures";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import {
  LightboxLayout,
  type LightboxLinks,
  LightboxPanel,
  LightboxStrip,
} from "./lightbox-layout";

/** Neighbours on each side of the filmstrip. Few, so that the current one is in view unscrolled. */
const REACH = 4;

type PlainLightboxProps = LightboxLinks & {
  images: readonly ExportedImage[];
  /** The position of the shown image, from 0. */
  rank: number;
  /** Null for the defaults. */
  settings: PictureSettings | null;
};

/**
 * A direct visit to an image without scripts: the lightbox with links. `Lightbox` replaces it
 * without a layout shift.
 */
export function PlainLightbox(props: PlainLightboxProps) {
  const { images, rank, settings } = props;
  const image = images[rank];
  if (image === undefined) return null;
  const mode = settings?.mode ?? "server";
  const byMode = (shown: ExportedImage) => (mode === "direct" ? fromItsHost(shown) : shown);
  const sources = pictureSources(byMode(image));
  const isCovered = (shown: ExportedImage) =>
    settings !== null && coversPicture(settings, isModerateSearch(shown.provenance.search));
  const smallSrcOf = (shown: ExportedImage) =>
    isCovered(shown) ? null : smallSource(byMode(shown));
  const parts = { ...props, smallSrcOf, mode };
  const { ratio } = tileRatio(image);
  const { width, height } = image;
  const shape = { "--ratio": ratio, ...(width && { "--width": `${width}px` }) } as CSSProperties;
  const picture = sources && (
    // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
    <img
      {...sources}
      alt={nameOf(image)}
      width={width ?? undefined}
      height={height ?? undefined}
      fetchPriority="high"
      referrerPolicy="no-referrer"
    />
  );
  return (
    <main id="main" className={zoomed.cover} tabIndex={-1}>
      <LightboxLayout
        {...props}
        strip={<LightboxStrip {...parts} reach={REACH} />}
        panel={<LightboxPanel {...parts} heading="h1" headingId="image-name" />}
        picture={
          <div className={zoomed.view} style={shape}>
            <div className={zoomed.fit} data-loading="">
              {picture === null && <p className={zoomed.missing}>{messages("noPicture")}</p>}
              {/* Without scripts, opening an image is the only way to show it. */}
              {isCovered(image) ? <noscript>{picture}</noscript> : picture}
            </div>
          </div>
        }
      />
    </main>
  );
}

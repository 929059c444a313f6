import { createRoot } from "react-dom/client";
import { type Photo, RowsPhotoAlbum } from "react-photo-album";
import "react-photo-album/rows.css";
import type { Grid, GridPicture } from "./grid-of-page";

/**
 * The comparison page: react-photo-album as its documentation suggests. The image list is part of the
 * page, as in the gallery; the script fetches no data.
 */

declare global {
  interface Window {
    grid: Grid & { isOriginals: boolean };
  }
}

type CaptionedPhoto = Photo & { host: string };

function photoOf(picture: GridPicture, isOriginals: boolean): CaptionedPhoto {
  const { src, srcSet, original, width, height, alt, name, host } = picture;
  const photo = { width, height, alt, label: name, host, href: original };
  if (isOriginals) return { ...photo, src: original };
  return { ...photo, src, srcSet: readSrcSet(srcSet, width / height) };
}

function readSrcSet(srcSet: string, ratio: number) {
  return srcSet
    .split(/,\s+/)
    .filter((part) => part !== "")
    .map((part) => {
      const [src = "", descriptor = ""] = part.trim().split(/\s+/);
      const width = Number.parseInt(descriptor, 10);
      return { src, width, height: Math.round(width / ratio) };
    });
}

function Rows() {
  const { pictures, layout, isOriginals } = window.grid;
  const photos = pictures.map((picture) => photoOf(picture, isOriginals));
  return (
    <RowsPhotoAlbum
      photos={photos}
      targetRowHeight={layout.rowHeight}
      spacing={layout.columnGap}
      sizes={{ size: `calc(100vw - ${2 * layout.margin}px)` }}
      render={{
        extras: (_, { photo }) => (
          <div className="caption">
            <p>{photo.label}</p>
            <p>{photo.host}</p>
          </div>
        ),
      }}
    />
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Rows />);

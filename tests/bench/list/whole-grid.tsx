import type { ComponentProps } from "react";
import type { ImageGrid } from "@/components/grid/image-grid";
import grid from "@/components/grid/image-grid.module.css";
import { ImageTile } from "@/components/grid/image-tile";

/** The product's tiles all in the document, in the rows that the style alone makes. */
export function WholeGrid({ images, service, onLoadChange }: ComponentProps<typeof ImageGrid>) {
  return (
    <ul className={grid.grid}>
      {images.map((image, rank) => (
        <ImageTile
          key={image.id}
          image={image}
          isFirst={rank < 12}
          service={service}
          onlySiteHref={`/search?q=list&site=${image.host}`}
          onLoadChange={onLoadChange}
        />
      ))}
    </ul>
  );
}

import { type ComponentProps, useEffect, useMemo, useRef, useState } from "react";
import type { ImageGrid } from "@/components/grid/image-grid";
import grid from "@/components/grid/image-grid.module.css";
import { ImageTile } from "@/components/grid/image-tile";
import type { Image } from "@/lib/contract/search-answer";
import { tileRatio } from "@/lib/core/tile-ratio";

/**
 * What a virtualised grid would be: rows laid out by script, and only those near the viewport in
 * the document. Simple, and complete enough to be measured beside the real one.
 */
export function VirtualGrid({ images, service, onLoadChange }: ComponentProps<typeof ImageGrid>) {
  const list = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ width: 0, top: 0, height: 0 });
  useEffect(() => {
    const read = () => {
      const box = list.current?.getBoundingClientRect();
      if (box) setView({ width: box.width, top: -box.top, height: innerHeight });
    };
    read();
    addEventListener("scroll", read, { passive: true });
    addEventListener("resize", read);
    return () => {
      removeEventListener("scroll", read);
      removeEventListener("resize", read);
    };
  }, []);
  const { rows, height } = useMemo(() => layOut(images, view.width), [images, view.width]);
  const near = rows.filter(
    ({ top, height: own }) =>
      top + own > view.top - view.height && top < view.top + 2 * view.height,
  );
  return (
    <ul ref={list} style={{ position: "relative", blockSize: height }}>
      {near.map((row) => (
        <li
          key={row.images[0]?.id}
          style={{ position: "absolute", insetInline: 0, insetBlockStart: row.top }}
        >
          <ul className={grid.grid}>
            {row.images.map((image) => (
              <ImageTile
                key={image.id}
                image={image}
                isFirst={false}
                service={service}
                onlySiteHref={null}
                onLoadChange={onLoadChange}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

type Row = { images: Image[]; top: number; height: number };

function layOut(images: readonly Image[], width: number): { rows: Row[]; height: number } {
  const narrow = width < 640;
  const basis = narrow ? 104 : 184;
  const gap = narrow ? 8 : 16;
  const captionAndGap = 44 + (narrow ? 24 : 32);
  const rows: Row[] = [];
  let top = 0;
  let current: Image[] = [];
  let ratios = 0;
  const end = () => {
    if (current.length === 0) return;
    const height = (width - gap * (current.length - 1)) / ratios;
    rows.push({ images: current, top, height: height + 44 });
    top += height + captionAndGap;
    current = [];
    ratios = 0;
  };
  if (width === 0) return { rows, height: 0 };
  for (const image of images) {
    const ratio = Math.min(
      narrow ? 1.8 : 2.4,
      Math.max(narrow ? 0.75 : 0.5, tileRatio(image).ratio),
    );
    if ((ratios + ratio) * basis + gap * current.length > width) end();
    current.push(image);
    ratios += ratio;
  }
  end();
  return { rows, height: top };
}

"use client";

import { ImageGrid } from "@/components/grid/image-grid";
import { useLoaded } from "@/lib/client/use-loaded";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";

const loadDesk = () => import("./library-desk");

/** The grid of results, for images that no search found. */
export function LibraryGrid(props: { images: readonly Image[]; service: ServiceLabel }) {
  const desk = useLoaded(loadDesk);
  return (
    <>
      <ImageGrid {...props} query={null} onLoadChange={ignore} />
      {desk !== null && <desk.LibraryDesk {...props} />}
    </>
  );
}

function ignore() {}

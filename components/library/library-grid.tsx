"use client";

import { ImageGrid } from "@/components/grid/image-grid";
import { useLoaded } from "@/lib/client/use-loaded";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";

const loadTools = () => import("./library-tools");

/** The grid of results, for images that are not from a search. */
export function LibraryGrid(props: { images: readonly Image[]; service: ServiceLabel }) {
  const tools = useLoaded(loadTools);
  return (
    <>
      <ImageGrid {...props} query={null} onLoadChange={ignore} />
      {tools !== null && <tools.LibraryTools {...props} />}
    </>
  );
}

function ignore() {}

"use client";

import { ImageGrid } from "@/components/grid/image-grid";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";

/** The grid of results, for images that no search found. */
export function LibraryGrid(props: { images: readonly Image[]; service: ServiceLabel }) {
  return <ImageGrid {...props} query={null} onLoadChange={ignore} />;
}

function ignore() {}

"use client";

import type { ReactNode } from "react";
import { ImageGrid } from "@/components/grid/image-grid";
import { ShowAllPictures } from "@/components/selection/show-all-pictures";
import { GridProvider } from "@/lib/client/grid-provider";
import { useLoaded } from "@/lib/client/use-loaded";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import { libraryTools } from "./tools";

type LibraryGridProps = {
  images: readonly Image[];
  /** Headings and file names, as of `ImageGrid`. */
  lines: ReadonlyMap<string, ReactNode> | undefined;
  showsFiles: boolean;
  service: ServiceLabel;
  /** The query string of the page. */
  page: string;
};

/** The grid of results, for images that are not from a search. */
export function LibraryGrid({ page, lines, showsFiles, ...props }: LibraryGridProps) {
  const tools = useLoaded(libraryTools.load, libraryTools.loaded);
  return (
    <GridProvider>
      <ShowAllPictures images={props.images} />
      <ImageGrid
        {...props}
        lines={lines}
        showsFiles={showsFiles}
        page={page}
        query={null}
        onLoadChange={ignore}
      />
      {tools !== null && <tools.LibraryTools {...props} />}
    </GridProvider>
  );
}

function ignore() {}

"use client";

import { useEffect, useState } from "react";
import { ImageGrid } from "@/components/grid/image-grid";
import { onFirstInteraction } from "@/lib/client/on-first-interaction";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";

type Desk = typeof import("./library-desk").LibraryDesk;

/** The grid of results, for images that no search found. */
export function LibraryGrid(props: { images: readonly Image[]; service: ServiceLabel }) {
  const [Desk, setDesk] = useState<Desk | null>(null);
  useEffect(
    () =>
      onFirstInteraction(() => {
        import("./library-desk").then(
          ({ LibraryDesk }) => setDesk(() => LibraryDesk),
          () => {},
        );
      }),
    [],
  );
  return (
    <>
      <ImageGrid {...props} query={null} onLoadChange={ignore} />
      {Desk !== null && <Desk {...props} />}
    </>
  );
}

function ignore() {}

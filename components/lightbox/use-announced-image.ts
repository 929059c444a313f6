"use client";

import { useEffect, useRef } from "react";
import { announce } from "@/components/ui/announcer";
import { nameOf } from "@/lib/client/image-name";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";

/** Announces each image that the visitor moves to. */
export function useAnnouncedImage(images: readonly ExportedImage[], rank: number): void {
  const image = images[rank];
  const announcedId = useRef(image?.id);

  useEffect(() => {
    if (image === undefined || announcedId.current === image.id) return;
    announcedId.current = image.id;
    announce(
      messages("announced", { position: rank + 1, count: images.length, name: nameOf(image) }),
    );
  }, [image, images.length, rank]);
}

"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { nameOf } from "@/lib/client/image-name";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";

/** Texts for screen readers (`said`) and, for a moment, on the screen (`toast`). */
export function useAnnouncements(images: readonly ExportedImage[], rank: number) {
  const image = images[rank];
  const [said, say] = useState("");
  const [toast, setToast] = useState({ text: "", count: 0 });
  const announcedId = useRef(image?.id);

  useEffect(() => {
    if (image === undefined || announcedId.current === image.id) return;
    announcedId.current = image.id;
    say(messages("announced", { position: rank + 1, count: images.length, name: nameOf(image) }));
  }, [image, images.length, rank]);

  const showToast = useCallback((text: string) => {
    say(text);
    setToast(({ count }) => ({ text, count: count + 1 }));
  }, []);
  const endToast = useCallback(() => setToast((ended) => ({ ...ended, text: "" })), []);
  return { said, say, toast, showToast, endToast };
}

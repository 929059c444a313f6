import type { SavedImage } from "@/lib/contract/picked-image";
import type { Image } from "@/lib/contract/search-answer";

/** An image of another host, without thumbnails. */
export function anImage(changes: Partial<Image> = {}): Image {
  return {
    id: "one",
    name: "Red barn in snow",
    imageUrl: "https://a.example/1.jpg",
    hostUrl: null,
    host: "a.example",
    width: 1600,
    height: 1200,
    accentColor: "#2f9e44",
    thumbnails: null,
    fallbackUrl: null,
    ...changes,
  };
}

/** An image of a collection, with a proof. */
export function aSavedImage(id: string, changes: Partial<SavedImage> = {}): SavedImage {
  return {
    ...anImage({ id }),
    provenance: { search: "q=barn", rank: 1, foundAt: "2026-11-23T10:00:00.000Z", service: "demo" },
    reference: `ref-${id}`,
    note: "",
    clearance: null,
    savedAt: "2026-11-23T10:00:00.000Z",
    ...changes,
  };
}

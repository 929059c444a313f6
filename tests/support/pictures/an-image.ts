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

import type { PickedImage } from "@/lib/contract/picked-image";
import type { Image, SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import { formatSearchQuery } from "../query/search-query";

/** Returns the images of an answer for an editor to pick, each with where and when it was found. */
export function pickedImages(
  answer: Pick<SearchAnswer, "images" | "query" | "answeredAt" | "service" | "from">,
): PickedImage[] {
  const search = formatSearchQuery(answer.query);
  const service = answer.from === "library" ? "library" : serviceName(answer.service);
  return answer.images.map((image, i) => ({
    ...image,
    provenance: { search, rank: i + 1, foundAt: answer.answeredAt, service },
  }));
}

/** The value of `service` in `Provenance`. */
function serviceName(service: ServiceLabel): string {
  return service.kind === "remote" ? service.host : service.kind;
}

/** Returns the picked images of a list of images, in the order of the list. */
export function picksOf(images: readonly Image[], picked: readonly PickedImage[]): PickedImage[] {
  const byId = new Map(picked.map((image) => [image.id, image]));
  return images.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * Returns an image of the library, found without a search, for an editor to pick. `foundAt` is ISO
 * 8601.
 */
export function libraryPick(image: Image, service: ServiceLabel, foundAt: string): PickedImage {
  const provenance = { search: null, rank: null, foundAt, service: serviceName(service) };
  return { ...image, provenance };
}

/** As `libraryPick`, for a list of images. */
export function libraryPicks(
  images: readonly Image[],
  service: ServiceLabel,
  foundAt: string,
): PickedImage[] {
  return images.map((image) => libraryPick(image, service, foundAt));
}

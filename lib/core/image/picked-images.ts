import type { PickedImage } from "@/lib/contract/picked-image";
import type { Image, SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import { formatSearchQuery } from "../query/search-query";

/** The images of an answer as an editor picks them: each with where and when it was found. */
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

/** As in `Provenance`. */
function serviceName(service: ServiceLabel): string {
  return service.kind === "remote" ? service.host : service.kind;
}

/** The picked images of a list of images, in its order. */
export function picksOf(images: readonly Image[], picked: readonly PickedImage[]): PickedImage[] {
  const byId = new Map(picked.map((image) => [image.id, image]));
  return images.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Images of the library as an editor picks them: no search found them. `foundAt` is ISO 8601 in UTC. */
export function libraryPicks(
  images: readonly Image[],
  service: ServiceLabel,
  foundAt: string,
): PickedImage[] {
  const provenance = { search: null, rank: null, foundAt, service: serviceName(service) };
  return images.map((image) => ({ ...image, provenance }));
}

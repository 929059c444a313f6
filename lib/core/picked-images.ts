import type { PickedImage } from "@/lib/contract/picked-image";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import { formatSearchQuery } from "./search-query";

/** The images of an answer as an editor picks them: each with where and when it was found. */
export function pickedImages(
  answer: Pick<SearchAnswer, "images" | "query" | "answeredAt" | "service">,
): PickedImage[] {
  const search = formatSearchQuery(answer.query);
  const service = serviceName(answer.service);
  return answer.images.map((image, i) => ({
    ...image,
    provenance: { search, rank: i + 1, foundAt: answer.answeredAt, service },
  }));
}

/** As in `Provenance`. */
function serviceName(service: ServiceLabel): string {
  return service.kind === "remote" ? service.host : service.kind;
}

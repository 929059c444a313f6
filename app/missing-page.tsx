import { NotFoundPage } from "@/components/search/screens/not-found-page";
import { readSearchOffer } from "./read-label";

/**
 * The `not-found` page of each route that can answer 404. Without one, Next shows a page of its own,
 * whose inline style our content security policy forbids.
 */
export function MissingPage() {
  return <NotFoundPage searchOffer={readSearchOffer()} />;
}

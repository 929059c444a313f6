import { NotFoundPage } from "@/components/search/screens/not-found-page";
import { readLabel, readNewSearch } from "../../read-label";

export default function NotFound() {
  return <NotFoundPage service={readLabel()} newSearch={readNewSearch()} />;
}

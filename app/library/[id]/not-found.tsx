import { NotFoundPage } from "@/components/site/not-found-page";
import { readLabel } from "../../read-label";

export default function NotFound() {
  return <NotFoundPage service={readLabel()} />;
}

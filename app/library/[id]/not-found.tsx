import { NotFoundPage } from "@/components/site/not-found-page";
import { readLabel } from "../../read-label";

export default async function NotFound() {
  return <NotFoundPage service={await readLabel()} />;
}

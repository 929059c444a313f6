import type { Metadata } from "next";
import { NotFoundPage } from "@/components/search/screens/not-found-page";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { failureText } from "@/lib/messages/failure-text";
import RootLayout, {
  generateMetadata as generateRootMetadata,
  viewport as rootViewport,
} from "./layout";
import { readSearchOffer } from "./read-label";

export const generateMetadata = (): Metadata => ({
  ...generateRootMetadata(),
  title: resultsMessages("pageTitle", { page: failureText("not_found").title }),
  robots: { index: false },
});
export const viewport = rootViewport;

/**
 * The page for unknown URLs. Next would render a `not-found` page in this folder for every page of
 * the application, and send it along.
 */
export default function GlobalNotFound() {
  return (
    <RootLayout>
      <NotFoundPage searchOffer={readSearchOffer()} />
    </RootLayout>
  );
}

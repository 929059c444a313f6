import type { Metadata } from "next";
import { NotFoundPage } from "@/components/search/screens/not-found-page";
import RootLayout, {
  generateMetadata as generateRootMetadata,
  viewport as rootViewport,
} from "./layout";
import { readLabel } from "./read-label";

export const generateMetadata = (): Metadata => ({
  ...generateRootMetadata(),
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
      <NotFoundPage service={readLabel()} />
    </RootLayout>
  );
}

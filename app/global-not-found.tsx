import type { Metadata } from "next";
import { NotFoundPage } from "@/components/site/not-found-page";
import RootLayout, { metadata as metadataOfAll, viewport as viewportOfAll } from "./layout";
import { readLabel } from "./read-label";

export const metadata: Metadata = { ...metadataOfAll, robots: { index: false } };
export const viewport = viewportOfAll;

/**
 * At every address that nothing has. A `not-found` page in this folder would be rendered for, and
 * sent within, each page of the application.
 */
export default function GlobalNotFound() {
  return (
    <RootLayout>
      <NotFoundPage service={readLabel()} />
    </RootLayout>
  );
}

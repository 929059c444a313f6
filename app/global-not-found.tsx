import type { Metadata } from "next";
import RootLayout, { metadata as metadataOfAll, viewport as viewportOfAll } from "./layout";
import NotFound from "./library/[id]/not-found";

export const metadata: Metadata = { ...metadataOfAll, robots: { index: false } };
export const viewport = viewportOfAll;

/**
 * At every address that nothing has. A `not-found` page in this folder would be rendered for, and
 * sent within, each page of the application.
 */
export default function GlobalNotFound() {
  return (
    <RootLayout>
      <NotFound />
    </RootLayout>
  );
}

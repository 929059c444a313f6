import { parseConfig } from "@/lib/config";
import { createVitrine } from "@/lib/vitrine";
import type { Route } from "@/lib/web/route";
import { temporaryFolder } from "../files/temporary-folder";

/** The metrics token of `productRoutes`. */
export const METRICS_TOKEN = "a-token-of-the-operator";

/** The route table of the product, from an installation with an empty library, which is closed. */
export async function productRoutes(): Promise<readonly Route[]> {
  const vitrine = createVitrine(
    parseConfig({
      VITRINE_DATA_DIR: temporaryFolder(),
      VITRINE_LIBRARY_DIRS: temporaryFolder(),
      VITRINE_PUBLIC_URL: "http://gallery.example",
      VITRINE_METRICS_TOKEN: METRICS_TOKEN,
    }),
  );
  await vitrine.embedded.ready();
  await vitrine.close();
  return vitrine.routes;
}

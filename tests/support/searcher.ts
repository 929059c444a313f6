/** `node searcher.mjs URL KEY DATA_DIR QUERY…`: prints how each search ends, as JSON. */
import { toAppError } from "@/lib/platform/errors";
import { aQuery, startPaidGallery } from "./paid-gallery";

const [url = "", key = "", dataDir = "", ...queries] = process.argv.slice(2);
const gallery = startPaidGallery({ url, key, dataDir });
const outcomes: string[] = [];
for (const q of queries) {
  const { signal } = new AbortController();
  outcomes.push(
    await gallery.searchImages(aQuery({ q }), { signal }).then(
      ({ from }) => from,
      (cause) => toAppError(cause).code,
    ),
  );
}
process.stdout.write(JSON.stringify(outcomes));
process.exit();

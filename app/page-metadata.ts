import type { Metadata } from "next";
import { resultsMessages } from "@/lib/messages/compiled/results";

/** Creates the `generateMetadata` of a page that search engines must not list, by the page's name. */
export function pageMetadata(name: () => string, { follow }: { follow?: false } = {}) {
  return (): Metadata => ({
    title: resultsMessages("pageTitle", { page: name() }),
    robots: { index: false, ...(follow === false && { follow }) },
  });
}

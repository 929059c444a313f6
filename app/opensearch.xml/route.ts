import { config } from "@/lib/config";
import { formatOpenSearch } from "@/lib/core/open-search";
import { handle } from "@/lib/platform/http";

/** The address it names is this server's, so it is written anew at each request. */
export const dynamic = "force-dynamic";

export const GET = handle(
  async () =>
    new Response(formatOpenSearch(config().publicUrl), {
      headers: {
        "content-type": "application/opensearchdescription+xml; charset=utf-8",
        "cache-control": "public, max-age=3600",
      },
    }),
);

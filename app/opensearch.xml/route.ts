import { config } from "@/lib/config";
import { siteMessages } from "@/lib/messages/compiled/site";
import { handle } from "@/lib/platform/http";

/** Not prerendered: it contains the configured URL of this server. */
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

/**
 * The description by which a browser offers this gallery as a search engine (OpenSearch 1.1).
 *
 * @param publicUrl origin under which the gallery is reached, without a trailing slash
 */
function formatOpenSearch(publicUrl: string): string {
  const url = escapeXml(publicUrl);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeXml(siteMessages("name"))}</ShortName>
  <Description>${escapeXml(siteMessages("description"))}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${url}/favicon.svg</Image>
  <Url type="text/html" method="get" template="${url}/search?q={searchTerms}"/>
</OpenSearchDescription>
`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

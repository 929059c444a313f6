import "server-only";
import { escapeHtml } from "@/lib/core/credits/escape";
import { siteMessages } from "@/lib/messages/compiled/site";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { type Endpoint, FILE } from "@/lib/web/route";

/**
 * GET /opensearch.xml: the description with which a browser adds this gallery as a search engine
 * (OpenSearch 1.1).
 *
 * @param publicUrl origin of the gallery, without a trailing slash
 */
export function openSearchEndpoint(publicUrl: string): Endpoint {
  return {
    ...FILE,
    path: "/opensearch.xml",
    handler: async () => {
      const url = escapeHtml(publicUrl);
      const description = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeHtml(siteMessages("name"))}</ShortName>
  <Description>${escapeHtml(siteMessages("description"))}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${url}/favicon.svg</Image>
  <Url type="text/html" method="get" template="${url}/search?q={searchTerms}"/>
</OpenSearchDescription>
`;
      return new BytesResponse(description, {
        headers: {
          "content-type": "application/opensearchdescription+xml; charset=utf-8",
          "cache-control": "public, max-age=3600",
        },
      });
    },
  };
}

import "server-only";
import { contentDisposition } from "@/lib/platform/content-disposition";
import { AppError } from "@/lib/platform/errors";
import { decideRange, isNotModified, isRangeCurrent } from "@/lib/platform/validators";
import { type Endpoint, READ } from "@/lib/web/route";
import type { EmbeddedService } from "./embedded-service";
import type { Original } from "./library/open-file";

/** Ids are hexadecimal hashes; any other text is not looked up. */
const PICTURE_ID = /^[a-z0-9-]{1,80}$/;

/**
 * GET and HEAD /library/{id}/original: a picture's own file.
 *
 * 200, 206, 304   by `Range`, `If-Range`, `If-None-Match`, `If-Modified-Since`.
 * 416             a range outside the file, without a body.
 * Throws          not_found, internal.
 */
export function originalEndpoint(open: EmbeddedService["openOriginal"]): Endpoint {
  return {
    ...READ,
    path: "/library/:id/original",
    caller: "visitor",
    priority: "thumbnail",
    errorForm: "gallery",
    handler: async (request, { params, signal }) => {
      const { id = "" } = params;
      const original = PICTURE_ID.test(id) ? await open(id, { signal }) : null;
      if (original === null) throw new AppError("not_found", "no such picture");
      const response = respond(request, original);
      if (response.body === null || signal.aborted) await original.close();
      // When a visitor leaves, the server drops the response without cancelling its stream.
      else signal.addEventListener("abort", () => original.close().catch(() => {}), { once: true });
      return response;
    },
  };
}

function respond({ method, headers }: Request, original: Original): Response {
  const { sizeBytes } = original;
  const answered = headersOf(original);
  if (isNotModified(headers, original))
    return new Response(null, { status: 304, headers: answered });

  // Ranges apply to GET only (RFC 9110 §14.2).
  const wanted =
    method === "GET" && isRangeCurrent(headers, original) ? headers.get("range") : null;
  const range = decideRange(wanted, sizeBytes);
  if (range === "unsatisfiable") {
    answered.set("content-range", `bytes */${sizeBytes}`);
    answered.delete("content-type");
    answered.set("cache-control", "no-store");
    return new Response(null, { status: 416, headers: answered });
  }
  if (range === "whole") {
    answered.set("content-length", String(sizeBytes));
    const body = method === "HEAD" || sizeBytes === 0 ? null : original.stream();
    return new Response(body, { status: 200, headers: answered });
  }
  const { start, end } = range;
  answered.set("content-length", String(end - start + 1));
  answered.set("content-range", `bytes ${start}-${end}/${sizeBytes}`);
  return new Response(original.stream(range), { status: 206, headers: answered });
}

/**
 * Returns the headers of an untrusted file that is sent unchanged: a browser must not sniff another
 * type or run scripts in it. Other sites may embed it, like any image of a search service.
 */
function headersOf(original: Original): Headers {
  const isDrawing = original.contentType === "image/svg+xml";
  return new Headers({
    "accept-ranges": "bytes",
    // Revalidated by its ETag, so that browsers notice a replaced file at once.
    "cache-control": "public, no-cache",
    // Browsers cannot display TIFF, so it is offered as a download.
    "content-disposition": contentDisposition(
      original.contentType === "image/tiff" ? "attachment" : "inline",
      original,
    ),
    "content-security-policy": `default-src 'none';${isDrawing ? " style-src 'unsafe-inline';" : ""} sandbox`,
    "content-type": original.contentType,
    "cross-origin-resource-policy": "cross-origin",
    etag: original.etag,
    "last-modified": original.modifiedAt.toUTCString(),
  });
}

import "server-only";
import { failedDownloadHref } from "@/lib/core/exports/failed-download";
import { imageFileNames } from "@/lib/core/image/image-file-names";
import { contentDisposition } from "@/lib/platform/content-disposition";
import { AppError } from "@/lib/platform/errors";
import type { Caller } from "@/lib/platform/fair-queue";
import { isForm } from "@/lib/platform/is-form";
import { parseJson } from "@/lib/protocol/parse-json";
import { assertOwnPage } from "@/lib/web/cross-site";
import { type Endpoint, GALLERY_POST } from "@/lib/web/route";
import { IMAGE_BYTES_MAX, type ImageProofs, readSentImage } from "./image-proofs";

/** An opened file; `stream` may be called once, and `close` ends it. */
type LibraryFile = {
  fileName: string;
  fullFileName: string;
  contentType: string;
  sizeBytes: number;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
};

export type OriginalParts = {
  proofs: ImageProofs;
  openLibraryFile(id: string, options: { signal: AbortSignal }): Promise<LibraryFile | null>;
  openRemote(
    url: string,
    caller: Caller,
    options: { bytesMax?: number },
  ): Promise<{
    format: string;
    sizeBytes: number | null;
    body: ReadableStream<Uint8Array<ArrayBuffer>>;
  }>;
};

type Sent = { image: unknown; name: string };

export type DownloadOriginal = (
  sent: Sent,
  caller: Caller,
  options?: {
    /** Without it, the limit is that of the streams. */
    bytesMax?: number;
    /** The origin whose scripts may read the response; by default only ours. */
    readableBy?: string;
  },
) => Promise<Response>;

/**
 * Creates the download of an image's original file. A remote image is streamed from its host, which
 * does not see the visitor; this server stores nothing of it. A body that breaks off ends the
 * connection.
 *
 * Throws AppError images_invalid, image_unproven, image_gone, image_refused, image_too_large,
 * not_an_image, image_host_slow, image_unavailable, busy.
 */
export function createOriginalDownload({
  proofs,
  openLibraryFile,
  openRemote,
}: OriginalParts): DownloadOriginal {
  return async ({ image, name }, caller, { bytesMax, readableBy } = {}) => {
    const sent = readSentImage(image);
    if (sent === null) throw new AppError("images_invalid", "no image");
    const known = await proofs.check(sent);
    if (known === null) throw new AppError("image_unproven", "without a proof, hidden or gone");
    if (known.source.kind === "remote") {
      const limit = bytesMax === undefined ? {} : { bytesMax };
      const { format, sizeBytes, body } = await openRemote(known.source.url, caller, limit);
      const names = imageFileNames(name, format, "image");
      return file(body, { ...names, contentType: `image/${format}`, sizeBytes }, readableBy);
    }
    const { signal } = caller;
    const opened = await openLibraryFile(known.source.id, { signal });
    if (opened === null) throw new AppError("image_gone", "the library's file is missing");
    if (bytesMax !== undefined && opened.sizeBytes > bytesMax) {
      await opened.close();
      throw new AppError("image_too_large", `more than ${bytesMax} bytes`);
    }
    // When a visitor leaves, the server drops the response without cancelling its stream.
    signal.addEventListener("abort", () => opened.close().catch(() => {}), { once: true });
    if (opened.sizeBytes === 0) await opened.close();
    return file(opened.sizeBytes === 0 ? null : opened.stream(), opened, readableBy);
  };
}

/**
 * POST /api/original: downloads an image's original file.
 *
 * Body    `OriginalRequest`, as JSON, or as a form with the fields `image` (JSON) and `name`.
 * 200     the file, with `Content-Length` if the host announced its size.
 * Errors  cross_site, and those of `createOriginalDownload`. The route leads a form to a page that says
 *         why.
 */
export function originalDownloadEndpoint(download: DownloadOriginal): Endpoint {
  return {
    ...GALLERY_POST,
    path: "/api/original",
    priority: "thumbnail",
    bodyBytesMax: IMAGE_BYTES_MAX,
    failedFormHref: failedDownloadHref,
    handler: async (request, context) => {
      assertOwnPage(request);
      const text = await request.text();
      if (!isForm(request.headers)) return download(readJson(text), context);
      const fields = new URLSearchParams(text);
      const image = parseJson(fields.get("image") ?? "");
      const sent = { image: image.isJson ? image.value : null, name: fields.get("name") ?? "" };
      return download(sent, context);
    },
  };
}

function readJson(text: string): Sent {
  const parsed = parseJson(text);
  const { image, name } = Object(parsed.isJson ? parsed.value : null) as Record<string, unknown>;
  return { image, name: typeof name === "string" ? name : "" };
}

function file(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  { sizeBytes, ...described }: DescribedFile & { sizeBytes: number | null },
  readableBy: string | undefined,
): Response {
  return new Response(body, {
    headers: {
      ...fileHeaders(described),
      ...(readableBy !== undefined && { "access-control-allow-origin": readableBy }),
      ...(sizeBytes !== null && { "content-length": String(sizeBytes) }),
    },
  });
}

type DescribedFile = Pick<LibraryFile, "fileName" | "fullFileName" | "contentType">;

/** The file is not trusted: a browser must neither show it nor run a script in it. */
export function fileHeaders(described: DescribedFile): Record<string, string> {
  return {
    "cache-control": "no-store",
    "content-disposition": contentDisposition("attachment", described),
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": described.contentType,
    "cross-origin-resource-policy": "same-origin",
  };
}

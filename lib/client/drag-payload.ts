import type { PickedImage } from "@/lib/contract/picked-image";
import { escapeHtml } from "@/lib/core/credits/escape";
import { imageFileNames } from "@/lib/core/image/image-file-names";

/** The data of a drag by media type, as another program takes it. */
export type DragPayload = Record<string, string>;

type DragPayloadOptions = {
  /** Of this server, for images of its library. */
  origin: string;
  /** The credits of all images together. */
  credits: { text: string; html: string | null };
  /** The subtype of the file's media type; null if it is unknown. Used for a single image. */
  format: string | null;
};

/**
 * What another program gets when images are dragged to it: pictures with their credits, URLs, and the
 * credits as text. A single image can be a file too (Chromium's `DownloadURL`).
 */
export function dragPayload(
  images: readonly PickedImage[],
  { origin, credits, format }: DragPayloadOptions,
): DragPayload {
  const pictures = images.map((image) => {
    const url = new URL(image.imageUrl, origin).href;
    return { image, url, page: image.hostUrl && new URL(image.hostUrl, origin).href };
  });
  const html = pictures.map(({ image, url, page }) => {
    const picture = `<img src="${escapeHtml(url)}" alt="${escapeHtml(image.name)}">`;
    return page === null ? picture : `<a href="${escapeHtml(page)}">${picture}</a>`;
  });
  const [first] = pictures;
  const isFile = pictures.length === 1 && first !== undefined && format !== null;
  return {
    "text/html": `${html.join("\n")}\n${credits.html ?? ""}`,
    "text/uri-list": pictures.map(({ url }) => url).join("\r\n"),
    "text/plain": credits.text,
    ...(isFile && {
      // Its first two parts must not have a colon.
      DownloadURL: `image/${format}:${imageFileNames(first.image.name, format, "image").fullFileName}:${first.url}`,
    }),
  };
}

/** The formats that a URL's extension can name. */
const FORMATS: Record<string, string> = {
  jpg: "jpeg",
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
  avif: "avif",
  gif: "gif",
};

/** The subtype of an image's media type by its URL's extension; null if that says nothing. */
export function formatOfUrl(url: string): string | null {
  const [, extension = ""] = /\.(\w+)(?:[?#]|$)/.exec(url) ?? [];
  const name = extension.toLowerCase();
  return Object.hasOwn(FORMATS, name) ? (FORMATS[name] ?? null) : null;
}

import type { PickedImage } from "@/lib/contract/picked-image";
import { escapeHtml } from "@/lib/core/credits/escape";
import { imageFileNames } from "@/lib/core/image/image-file-names";

/** The data of a drag by media type, as other programs read it. */
export type DragPayload = Record<string, string>;

type DragPayloadOptions = {
  /** Origin of this server, for images of its library. */
  origin: string;
  /** The credits of all dragged images. */
  credits: { text: string; html: string | null };
  /** The subtype of the file's media type; null if it is unknown. Used for a single image. */
  format: string | null;
};

/**
 * Returns the data that other programs get when images are dropped on them: pictures with credits,
 * URLs, and the credits as text. A single image is also a file (Chromium's `DownloadURL`).
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
      // Colons separate the parts, so the type and the name must not contain one.
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

/** Returns the subtype of an image's media type from its URL's extension; null if unknown. */
export function formatOfUrl(url: string): string | null {
  const [, extension = ""] = /\.(\w+)(?:[?#]|$)/.exec(url) ?? [];
  const name = extension.toLowerCase();
  return Object.hasOwn(FORMATS, name) ? (FORMATS[name] ?? null) : null;
}

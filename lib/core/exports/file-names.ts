import type { SlotCrop } from "@/lib/contract/crops";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { oneLine } from "@/lib/core/credits/credit-facts";
import { cutAfterWord, unreserved } from "@/lib/core/image/image-file-names";
import { parseUrl } from "@/lib/protocol/parse-url";

const CHARACTERS_MAX = 60;

/** The folder of the images in an exported ZIP. */
export const ORIGINALS_FOLDER = "originals";

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
};

/** Returns the extension of a media type such as `image/png`, without the dot; null for other types. */
export function extensionOfType(mediaType: string): string | null {
  const [type = ""] = mediaType.toLowerCase().split(";");
  const subtype = /^image\/([a-z0-9-]{1,12})$/.exec(type.trim())?.[1];
  return EXTENSIONS[type.trim()] ?? subtype ?? null;
}

/** Returns the media type of an extension that `extensionOfType` returned. */
export function mediaTypeOf(extension: string): string {
  const named = Object.entries(EXTENSIONS).find(([, its]) => its === extension);
  return named?.[0] ?? `image/${extension}`;
}

/** The name of an image's file: without its extension, and the extension. */
const IMAGE_FILE = /^(.*)\.(jpe?g|png|webp|gif|avif|heic|tiff?|svg)$/i;

/** Returns the extension of an image's file, or else the one in its URL; `jpg` if there is none. */
export function extensionOf({ file, imageUrl }: Pick<ExportedImage, "file" | "imageUrl">): string {
  if (file !== undefined) return extensionOfType(`image/${file.format}`) ?? "jpg";
  const path = parseUrl(imageUrl, "https://vitrine.invalid/")?.pathname ?? "";
  const named = IMAGE_FILE.exec(path)?.[2]?.toLowerCase();
  return named === undefined || named === "jpeg" ? "jpg" : named;
}

/**
 * Returns a file's name with the extension of its media type. A name that was made from the URL may
 * have another extension: hosts negotiate formats.
 */
export function fileNameOfType(fileName: string, mediaType: string): string {
  const [, name = fileName, extension = ""] = IMAGE_FILE.exec(fileName) ?? [];
  const itsExtension = extensionOfType(mediaType);
  const isOfType = extensionOfType(`image/${extension}`) === itsExtension;
  return isOfType || itsExtension === null ? fileName : `${name}.${itsExtension}`;
}

/**
 * Returns the path of an image's file in an export, such as `originals/007-red-barn.jpg`. The number
 * makes it unique and sorts it; letters and digits of any script stay, because all systems accept
 * them.
 */
export function exportedPath(
  { name }: Pick<ExportedImage, "name">,
  { number, count, extension }: { number: number; count: number; extension: string },
): string {
  const digits = String(number).padStart(Math.max(3, String(count).length), "0");
  const text = fileNameOf(name);
  return `${ORIGINALS_FOLDER}/${digits}${text === "" ? "" : `-${text}`}.${extension}`;
}

/** Returns the path that an image's file would have in an export of `count` images. */
export function expectedPath(image: ExportedImage, index: number, count: number): string {
  return exportedPath(image, { number: index + 1, count, extension: extensionOf(image) });
}

/** The folder of the crops in an exported ZIP. */
const CROPS_FOLDER = "crops";

/** Returns the path of an image's crop in an export, such as `crops/007-red-barn-1600x900.jpg`. */
export function cropPath(path: string, { file }: SlotCrop, extension: string): string {
  const name = path.slice(ORIGINALS_FOLDER.length).replace(/\.[^.]*$/, "");
  return `${CROPS_FOLDER}${name}-${file.width}x${file.height}.${extension}`;
}

/** Returns the names of files of images, each once and without extensions, in the images' order. */
export function distinctFileNames(images: readonly Pick<ExportedImage, "name">[]): string[] {
  const taken = new Set<string>();
  return images.map((image) => {
    const own = exportedFileName(image.name, "image");
    let name = own;
    for (let number = 2; taken.has(name); number++) name = `${own}-${number}`;
    taken.add(name);
    return name;
  });
}

/** Returns an exported file's name without its extension; `fallback` for a title without letters. */
export function exportedFileName(title: string, fallback: string): string {
  return unreserved(fileNameOf(title) || fallback);
}

function fileNameOf(text: string): string {
  const letters = oneLine(text)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  return cutAfterWord(letters.replace(/^-+|-+$/g, ""), CHARACTERS_MAX);
}

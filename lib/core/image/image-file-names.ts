import { foldText } from "../finding/fold-text";

/** The names of an image's file, both with an extension. */
export type ImageFileNames = {
  /** Safe in a header: ASCII letters, digits and hyphens, such as `red-barn-in-snow.jpg`. */
  fileName: string;
  /** As people write it, in any script, such as `Red barn in snow.jpg`; a header must encode it. */
  fullFileName: string;
};

const CHARACTERS_MAX = 80;

/**
 * Returns the names of an image's file for a download, derived from the image's name. `fallback`,
 * which must be safe, replaces a name without usable characters. `format` is the subtype of its media
 * type.
 */
export function imageFileNames(name: string, format: string, fallback: string): ImageFileNames {
  const extension = format === "jpeg" ? "jpg" : format;
  const ascii = foldText(name)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, CHARACTERS_MAX)
    .replace(/^-+|-+$/g, "");
  // Removes characters with a meaning in file systems or paths; dots too, which could hide an
  // extension.
  const full = [
    ...name
      .replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|.]+/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ]
    .slice(0, CHARACTERS_MAX)
    .join("")
    .trim();
  return {
    fileName: `${unreserved(ascii || fallback)}.${extension}`,
    fullFileName: `${unreserved(full || fallback)}.${extension}`,
  };
}

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

/** Returns a file name without extension, changed if a system reserves it. */
export function unreserved(name: string): string {
  return DEVICE.test(name) ? `${name}-1` : name;
}

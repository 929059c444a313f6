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
 * The rest of a longer name is ignored: normalisation takes quadratic time for many marks on one letter
 * (UAX #15, 13).
 */
const NAME_CHARACTERS_MAX = 500;

/**
 * Returns the names of an image's file for a download, derived from the image's name. `fallback`,
 * which must be safe, replaces a name without usable characters. `format` is the subtype of its media
 * type.
 */
export function imageFileNames(name: string, format: string, fallback: string): ImageFileNames {
  const extension = format === "jpeg" ? "jpg" : format;
  const beginning = name.slice(0, NAME_CHARACTERS_MAX);
  const ascii = foldText(beginning)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  // Removes characters with a meaning in file systems or paths; dots too, which could hide an
  // extension.
  const full = beginning
    .replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|.]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const cut = (text: string) => unreserved(cutAfterWord(text, CHARACTERS_MAX) || fallback);
  return { fileName: `${cut(ascii)}.${extension}`, fullFileName: `${cut(full)}.${extension}` };
}

/**
 * Returns a text of at most so many characters. A longer text ends with a whole word, if hyphens or
 * spaces part its words.
 */
export function cutAfterWord(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const cut = characters.slice(0, charactersMax).join("");
  const isWhole = /[- ]/.test(characters[charactersMax] ?? "");
  return isWhole ? cut : cut.replace(/(?<=.)[- ][^- ]*$/u, "");
}

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

/** Returns a file name without extension, changed if a system reserves it. */
export function unreserved(name: string): string {
  return DEVICE.test(name) ? `${name}-1` : name;
}

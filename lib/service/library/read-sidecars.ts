import "server-only";
import { cleanText } from "@/lib/protocol/clean-text";
import { readWebUrl } from "@/lib/protocol/read-web-url";
import { type EmbeddedMetadata, isDescription, NO_METADATA, readXmp } from "./embedded-metadata";
import { openInside } from "./open-file";

/** A longer sidecar is not a description of one picture. */
const SIDECAR_BYTES_MAX = 1_000_000;

/** The description of a wallpaper package (KDE), for the pictures in the folders below it. */
export const PACKAGE_FILE = "metadata.json";
/** The folders of a package that have its pictures: `contents/images`. */
export const PACKAGE_FOLDERS: ReadonlySet<string> = new Set(["contents", "images", "images_dark"]);

/** The names of all files that may describe a picture. */
export const SIDECAR_NAME = /\.(?:xmp|json|txt)$/i;

/** Returns the names of the files that may describe a picture's file, the most reliable first. */
export function sidecarNames(fileName: string): string[] {
  const stem = fileName.replace(/\.[^.]+$/, "");
  return ["xmp", "json", "txt"].flatMap((extension) =>
    // darktable writes "a.jpg.xmp", Lightroom "a.xmp", Google "a.jpg.json".
    [`${fileName}.${extension}`, `${stem}.${extension}`],
  );
}

/**
 * Reads what the sidecars of a picture say of it; `paths` are relative to `root`, the most reliable
 * first. A sidecar that is damaged, too long or gone says nothing.
 */
export function readSidecars(root: string, paths: readonly string[]): Promise<EmbeddedMetadata[]> {
  return Promise.all(
    paths.map(async (path) => {
      const bytes = await readSidecar(root, path).catch(() => null);
      if (bytes === null) return NO_METADATA;
      if (path.endsWith(".xmp")) return readXmp(bytes);
      const text = bytes.toString("utf8");
      return path.endsWith(".json") ? ofJson(text) : { ...NO_METADATA, description: textOf(text) };
    }),
  );
}

async function readSidecar(root: string, path: string): Promise<Buffer | null> {
  const handle = await openInside(root, path);
  try {
    const found = await handle.stat();
    return found.isFile() && found.size <= SIDECAR_BYTES_MAX ? await handle.readFile() : null;
  } finally {
    await handle.close();
  }
}

const DESCRIPTION_CHARACTERS_MAX = 2000;

/** Returns the text of a value, in one line, or null. */
function textOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  return cleanText(value).slice(0, DESCRIPTION_CHARACTERS_MAX) || null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the texts of a list, of a list of `{ "name": … }`, or of one text with commas. */
function textsOf(value: unknown): string[] {
  const parts = typeof value === "string" ? value.split(/[;,]/) : Array.isArray(value) ? value : [];
  return parts.flatMap((part) => textOf(isRecord(part) ? (part.name ?? part.Name) : part) ?? []);
}

/** Reads the fields that programs use, whatever their case, of Google Takeout and of KDE's packages. */
function ofJson(json: string): EmbeddedMetadata {
  const parsed = parseJson(json);
  const whole = isRecord(parsed) && isRecord(parsed.KPlugin) ? parsed.KPlugin : parsed;
  if (!isRecord(whole)) return NO_METADATA;
  const fields = new Map(Object.entries(whole).map(([key, value]) => [key.toLowerCase(), value]));
  const first = (...names: string[]) =>
    names.map((name) => textOf(fields.get(name))).find((text) => text !== null) ?? null;
  const list = (...names: string[]) => names.flatMap((name) => textsOf(fields.get(name)));
  const page = first("hosturl", "sourcepage", "website", "url", "source");
  return {
    ...NO_METADATA,
    title: described(first("title", "name")),
    description: described(first("description", "caption")),
    keywords: list("keywords", "tags", "people"),
    // "Name[de]"
    translations: [...fields].flatMap(([key, value]) =>
      /^(?:name|title|description)\[/.test(key) ? (textOf(value) ?? []) : [],
    ),
    rights: first("rights", "copyright"),
    licence: first("licence", "license"),
    photographer: list("photographer", "creator", "author", "authors").join(", ") || null,
    sourcePage: page === null ? null : readWebUrl(page),
  };
}

/** Google's titles are file names. */
const described = (text: string | null) => (text !== null && isDescription(text) ? text : null);

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
